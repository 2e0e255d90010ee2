import { checkJob, completeRows, ParameterError, refuse, today, writeRows } from '../../../shared';
import type { Encoding, JobRow, JobRows, OrganizationRecordKind, Violation, ViolationReport } from '../../../shared';
import { inputItems } from '../inputItems';
import { FILE_PARAMETERS, fileFromBinary } from './binaryFiles';
import { csvForm, KINDS } from './csvForm';
import type { JobFiles } from './csvForm';
import { columnOrders, csvOptions, delimiterOf, encodingOf } from './csvOptions';
import { rowsFromItems } from './items';
import { readPresent } from './present';
import { parameter } from '../run';
import type { Run } from '../run';

/** The order of the columns of each kind, where it is not that of the field tables. */
type ColumnOrders = ReturnType<typeof columnOrders<OrganizationRecordKind>>;

const RULES = 'correct the named rows. No row of this import was sent.';

/** Refuses a job with violations, each traced back to its input item. */
function refuseRows(job: JobRows, { violations, total }: ViolationReport): void {
	const itemOf = ({ file, row }: Violation) => (file && row !== undefined ? job[file][row - 1]?.item : undefined);
	const placed = violations.map((violation) => {
		const { file = 'CSV', row, message } = violation;
		return { ...violation, message: `${file} row ${row} (item ${itemOf(violation)}): ${message}` };
	});
	refuse({ violations: placed, total }, RULES, violations[0] && itemOf(violations[0]));
}

/**
 * Fills what the job's edits lack with the service's present values. Each list is read once, and only when an edit lacks
 * something that it says.
 *
 * @throws ParameterError for an edit of a record that the service does not show
 */
async function completed(run: Run, job: JobRows, orders: ColumnOrders, encoding: Encoding): Promise<JobRows> {
	const rows: Record<OrganizationRecordKind, readonly JobRow[]> = { ...job };
	for (const kind of KINDS) {
		if (!job[kind].some(({ lacks }) => lacks.length > 0)) continue;
		const filled = completeRows(kind, job[kind], await readPresent(run, kind, orders[kind]), encoding);
		refuseRows(job, filled.violations);
		rows[kind] = filled.rows;
	}
	return rows;
}

/** Writes the files of a job from the input items. */
async function filesFromItems(run: Run): Promise<JobFiles> {
	const options = csvOptions(run);
	const layout = { delimiter: delimiterOf(options), encoding: encodingOf(options) };
	const given = rowsFromItems(run);
	refuseRows(given, checkJob(given, { today: today(run.functions.getTimezone()), encoding: layout.encoding }));
	const kinds = KINDS.filter((kind) => given[kind].length > 0);
	const orders = columnOrders(options, kinds);
	const job = await completed(run, given, orders, layout.encoding);
	const files: JobFiles = {};
	for (const kind of kinds) files[kind] = writeRows(kind, job[kind], { ...layout, columnOrder: orders[kind] });
	return files;
}

/** Takes the files of a job as they are, byte for byte. */
async function filesFromBinary(run: Run): Promise<JobFiles> {
	const items = inputItems(run.functions);
	const options = csvOptions(run);
	const layout = { delimiter: delimiterOf(options), encoding: encodingOf(options) };
	columnOrders(options, KINDS);
	const files: JobFiles = {};
	for (const kind of KINDS) {
		const bytes = await fileFromBinary(run, items, kind, layout);
		if (bytes) files[kind] = bytes;
	}
	if (Object.keys(files).length > 0) return files;
	throw new ParameterError({
		parameter: FILE_PARAMETERS.department,
		message: 'Neither a department file nor a user file is given',
		rule: 'enter the binary field of at least one of them.',
	});
}

/**
 * The body of a check or an import: one part for each kind that there is (spec: E13).
 *
 * @throws ParameterError for whatever breaks a rule of the record tables, naming row and field
 * @throws NodeApiError when the present values that edits lack cannot be read
 */
export async function jobBody(run: Run): Promise<FormData> {
	return csvForm(parameter(run, 'source') === 'files' ? await filesFromBinary(run) : await filesFromItems(run));
}
