import { ApiError, emptyAnswer, invalidValue, jsonAnswer, notTaken, required } from '../answers';
import { KINDS, type RecordKind } from '../organization/columns';
import { csvAnswer, readCsv, type Rows } from '../organization/csv';
import { columnOrder, type ResultRecord, type Upload } from '../organization/importer';
import { isFinished, type ImportJob } from '../organization/jobs';
import type { Handler, ServiceCall } from './call';
import { readForm } from './registration';

function exportOf(kind: RecordKind): Handler {
	return ({ service, query }) => {
		const order = columnOrder(kind, service.switches);
		const records = [...service.organization.directory.of(kind).values()];
		const rows = records.map((record) => order.map((name) => record[name] ?? ''));
		return csvAnswer(rows, query.text('delimiter') ?? '', service.switches);
	};
}

/** E11: the users as CSV. */
export const exportUsers = exportOf('user');

/** E12: the departments as CSV. */
export const exportDepartments = exportOf('department');

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
			throw invalidValue(name, error instanceof Error ? error.message : String(error));
		}
	}
	if (!upload.department && !upload.user) throw required('department');
	return upload;
}

/** E13: reserves an import. */
export const reserveImport: Handler = (call) =>
	jsonAnswer(200, { importId: call.service.imports.reserve(readUpload(call), call.version).id });

function resultRows(records: readonly ResultRecord[]): Rows {
	return records.map(({ kind, id, tempId, completed, errorMessage }) =>
		[KINDS[kind].type, id, tempId, completed, errorMessage].map(String),
	);
}

/** E14: checks an upload without importing it. */
export const checkImport: Handler = (call) => {
	const { importer, switches } = call.service;
	const { valid, records } = importer.try(readUpload(call), true);
	return valid ? emptyAnswer(200) : csvAnswer(resultRows(records.filter(({ faulty }) => faulty)), 'comma', switches);
};

function findJob({ service, id }: ServiceCall): ImportJob {
	const job = service.imports.get(id);
	if (!job) throw new ApiError(404, 'The specified import does not exist');
	return job;
}

/** E15: how far an import is. */
export const getImportStatus: Handler = (call) => jsonAnswer(200, { importStatus: call.service.imports.poll(findJob(call)) });

/** E16: what became of each record of a finished import. */
export const getImportResult: Handler = (call) => {
	const job = findJob(call);
	if (!isFinished(job)) throw notTaken('importId', 'The import is not finished');
	return csvAnswer(resultRows(job.outcome?.records ?? []), 'comma', call.service.switches);
};
