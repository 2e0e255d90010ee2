import { CsvFormatError, endpoint, PLURAL, PresentRecords } from '../../../shared';
import type { EndpointName, OrganizationRecordKind, ServiceClient, TimeSlices } from '../../../shared';
import type { OperationRun } from '../run';

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
	run: Pick<OperationRun, 'client' | 'version'>,
	kind: OrganizationRecordKind,
	columnOrder: readonly string[] | undefined,
	slices: TimeSlices,
): Promise<PresentRecords> {
	const name: EndpointName = `${kind}.getAll`;
	const { body } = await run.client.send({ endpoint: name, version: run.version, path: endpoint(name).path, query: [] });
	const about = `The current ${PLURAL[kind]} cannot be read from the service, so nothing was imported: `;
	return await understood(run.client, PresentRecords.read(kind, body, { delimiter: 'comma', columnOrder }, slices), about);
}
