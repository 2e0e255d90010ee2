import { emptyAnswer, invalidValue, jsonAnswer, notFound, notTaken, required } from '../answers';
import { KINDS, type RecordKind } from '../organization/columns';
import { csvAnswer, readCsv, type Rows } from '../organization/csv';
import { columnOrder, type ResultRecord, type Upload } from '../organization/importer';
import { isFinished, type ImportJob } from '../organization/jobs';
import type { Handler, ServiceCall } from '../server';
import { readForm } from './registration';

/** E11, E12: the users or departments as CSV. */
export function exportOf(kind: RecordKind): Handler {
	return ({ emulator, query }) => {
		const order = columnOrder(kind, emulator.switches);
		const records = [...emulator.organization.directory[kind].values()];
		const rows = records.map((record) => order.map((name) => record[name] ?? ''));
		return csvAnswer(rows, query.text('delimiter') ?? '', emulator.switches);
	};
}

/** Reads the uploaded CSVs. @throws ApiError 400 for a body, a part or a CSV that is not as it has to be */
function readUpload({ call, query }: ServiceCall): Upload {
	if (call.headers['content-length'] === undefined) throw required('Content-Length');
	const parts = readForm(call);
	if (!call.bodyText?.endsWith('\r\n')) throw invalidValue('body', 'does not end with CR+LF');
	const upload: { department?: Rows; user?: Rows } = {};
	for (const { name, filename, data } of parts) {
		if (name !== 'department' && name !== 'user') throw invalidValue(name, 'no such part');
		if (upload[name]) throw invalidValue(name, 'sent twice');
		if (filename === undefined) throw invalidValue(name, 'not a file');
		try {
			upload[name] = readCsv(data, query.text('encoding') ?? '', query.text('delimiter') ?? '');
		} catch (error) {
			throw invalidValue(name, String(error));
		}
	}
	if (parts.length === 0) throw required('department');
	return upload;
}

/** E13: reserves an import. */
export const reserveImport: Handler = (call) =>
	jsonAnswer(200, { importId: call.emulator.imports.reserve(readUpload(call), call.version).id });

function resultRows(records: readonly ResultRecord[]): Rows {
	return records.map(({ kind, id, tempId, completed, errorMessage }) =>
		[KINDS[kind].type, id, tempId, completed, errorMessage].map(String),
	);
}

/** E14: checks an upload without importing it. */
export const checkImport: Handler = (call) => {
	const { importer, switches } = call.emulator;
	const { valid, records } = importer.try(readUpload(call), true);
	return valid ? emptyAnswer(200) : csvAnswer(resultRows(records.filter(({ faulty }) => faulty)), 'comma', switches);
};

function findJob({ emulator, id }: ServiceCall): ImportJob {
	const job = emulator.imports.get(id);
	if (!job) throw notFound('import');
	return job;
}

/** E15: how far an import is. */
export const getImportStatus: Handler = (call) =>
	jsonAnswer(200, { importStatus: call.emulator.imports.poll(findJob(call)) });

/** E16: what became of each record of a finished import. */
export const getImportResult: Handler = (call) => {
	const job = findJob(call);
	if (!isFinished(job)) throw notTaken('importId', 'The import is not finished');
	return csvAnswer(resultRows(job.outcome?.records ?? []), 'comma', call.emulator.switches);
};
