import { CsvFormatError, endpoint, catchAs, PLURAL, PresentRecords } from '../../../shared';
import type { EndpointName, OrganizationRecordKind, TimeSlices } from '../../../shared';
import type { OperationRun } from '../run';

const LISTS: Readonly<Record<OrganizationRecordKind, EndpointName>> = {
	user: 'user.getAll',
	department: 'department.getAll',
};

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
	const name = LISTS[kind];
	const { text } = await run.client.send({ endpoint: name, version: run.version, path: endpoint(name).path, query: [] });
	const present = await catchAs(PresentRecords.read(kind, text, { delimiter: 'comma', columnOrder }, slices), CsvFormatError);
	if (!(present instanceof CsvFormatError)) return present;
	throw run.client.unusable(`The current ${PLURAL[kind]} cannot be read from the service, so nothing was imported: ${present.message}`);
}
