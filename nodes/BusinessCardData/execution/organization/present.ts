import { CsvFormatError, parsePresent, PLURAL } from '../../../shared';
import type { OrganizationRecordKind, PresentRecord, ServiceClient } from '../../../shared';
import type { Run } from '../run';
import { listCall } from './calls';

/**
 * What was read of a CSV of the service.
 *
 * @param about what comes before the reason in the message
 * @throws NodeApiError where the CSV is not understood
 */
export async function understood<T>(client: ServiceClient, reading: Promise<T>, about = ''): Promise<T> {
	return await reading.catch((error: unknown) => {
		throw error instanceof CsvFormatError ? client.unusable(`${about}${error.message}`) : error;
	});
}

/**
 * Reads all users or departments as they are at present (spec: E11, E12), in the version of the run. One call; commas,
 * whatever delimits the upload.
 *
 * @param columnOrder the order of the service's columns where it is not that of its field tables
 * @throws NodeApiError when the service refuses, or gives a list that is not understood
 */
export async function readPresent(
	run: Pick<Run, 'client' | 'version'>,
	kind: OrganizationRecordKind,
	columnOrder: readonly string[] | undefined,
): Promise<PresentRecord[]> {
	const { body } = await run.client.send(listCall(run, kind));
	const about = `The current ${PLURAL[kind]} cannot be read from the service, so nothing was imported: `;
	return await understood(run.client, parsePresent(kind, body, { delimiter: 'comma', columnOrder }), about);
}
