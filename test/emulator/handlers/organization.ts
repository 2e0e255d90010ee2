import { ApiError, invalidValue, notTaken, required } from '../apiError';
import { bytesAnswer, emptyAnswer, jsonAnswer, type Answer } from '../answers';
import { KINDS, RESULT_COLUMNS, type RecordKind } from '../organization/columns';
import { encodeCsv, readCsv, writeCsv, type Rows } from '../organization/csv';
import { columnOrder, type ResultRecord, type Upload } from '../organization/importer';
import { IMPORT_STATUS, type ImportJob } from '../organization/jobs';
import type { Handler, ServiceCall } from '../service';
import { IMPORT_ROWS, type Switches } from '../switches';
import { notFound } from './cards';
import { readForm } from './uploadImage';

const CRLF = Buffer.from('\r\n');

function csvAnswer(rows: Rows, delimiter: string, switches: Switches): Answer {
	const { body, contentType } = encodeCsv(writeCsv(rows, delimiter, switches), switches.csvCharset);
	return bytesAnswer(200, contentType, body);
}

function exportOf(kind: RecordKind): Handler {
	return ({ service, query }) => {
		const order = columnOrder(kind, service.switches);
		const records = service.organization.directory.of(kind).values();
		const rows = [...records].map((record) => order.map((name) => record[name] ?? ''));
		return csvAnswer(rows, query.text('delimiter') ?? 'comma', service.switches);
	};
}

/** E11: the users as CSV. */
export const exportUsers = exportOf('user');

/** E12: the departments as CSV. */
export const exportDepartments = exportOf('department');

/** @throws ApiError 400 or 413 for more rows than the switch `importLimit` allows; no breach, since no bound is shown */
function checkSize(upload: Upload, { importLimit }: Switches): void {
	if (importLimit === 'none') return;
	for (const [field, { length }] of Object.entries(upload)) {
		if (length <= IMPORT_ROWS) continue;
		throw new ApiError(importLimit, `${field} has more than ${IMPORT_ROWS} rows`, [{ Code: 'invalid_value', field }]);
	}
}

/**
 * Reads the uploaded CSVs (spec: endpoint 13, "Request body").
 *
 * @throws ApiError 400 for a body, a part or a CSV that is not as it has to be
 */
function readUpload({ call, query, service }: ServiceCall): Upload {
	if (call.headers['content-length'] === undefined) throw required('Content-Length');
	const parts = readForm(call);
	if (!call.bodyBuffer?.subarray(-CRLF.length).equals(CRLF))
		throw invalidValue('body', 'does not end with CR+LF');
	const upload: { department?: Rows; user?: Rows } = {};
	for (const { name, filename, data } of parts) {
		if (name !== 'department' && name !== 'user') throw invalidValue(name, 'no such part');
		if (upload[name]) throw invalidValue(name, 'sent twice');
		if (filename === undefined) throw invalidValue(name, 'not a file');
		try {
			upload[name] = readCsv(
				data,
				query.text('encoding') ?? 'utf8',
				query.text('delimiter') ?? 'comma',
			);
		} catch (error) {
			throw invalidValue(name, error instanceof Error ? error.message : String(error));
		}
	}
	if (!upload.department && !upload.user) throw required('department');
	checkSize(upload, service.switches);
	return upload;
}

/** E13: reserves an import. */
export const reserveImport: Handler = (call) => {
	const upload = readUpload(call);
	const job = call.service.imports.reserve(upload, call.version);
	return jsonAnswer(200, { importId: job.id });
};

const ORDERS: Readonly<
	Record<Switches['resultOrder'], (records: readonly ResultRecord[]) => readonly ResultRecord[]>
> = {
	departmentsFirst: (records) => records,
	usersFirst: (records) => [
		...records.filter(({ kind }) => kind === 'user'),
		...records.filter(({ kind }) => kind === 'department'),
	],
	reversed: (records) => [...records].reverse(),
};

const COMPLETED: Readonly<Record<Switches['completedSpelling'], (completed: boolean) => string>> = {
	lower: String,
	capital: (completed) => (completed ? 'True' : 'False'),
	digit: (completed) => (completed ? '1' : '0'),
};

function resultRows(records: readonly ResultRecord[], switches: Switches): Rows {
	return ORDERS[switches.resultOrder](records).map((record) => {
		const cells: Readonly<Record<(typeof RESULT_COLUMNS)[number], string>> = {
			Type: String(KINDS[record.kind].type),
			Id: record.id,
			TempId: record.tempId,
			Completed: COMPLETED[switches.completedSpelling](record.completed),
			ErrorMessage: record.errorMessage,
		};
		return RESULT_COLUMNS.map((column) => cells[column]);
	});
}

/** E14: checks an upload without importing it. */
export const checkImport: Handler = (call) => {
	const { importer, switches } = call.service;
	const outcome = importer.try(readUpload(call), true);
	if (outcome.valid) return emptyAnswer(200);
	const faulty = outcome.records.filter((record) => record.faulty);
	const asked = call.query.text('delimiter') ?? 'comma';
	return csvAnswer(resultRows(faulty, switches), switches.checkResultDelimiter === 'asked' ? asked : 'comma', switches);
};

function findJob({ service, version, id }: ServiceCall): ImportJob {
	const job = service.imports.get(id);
	const visible = job && (job.version === version || service.switches.jobVisibleAcrossVersions);
	if (!job || !visible) throw notFound('import', service.switches);
	return job;
}

/** E15: how far an import is. */
export const getImportStatus: Handler = (call) =>
	jsonAnswer(200, { importStatus: call.service.imports.poll(findJob(call)) });

/** E16: what became of each record of a finished import. */
export const getImportResult: Handler = (call) => {
	const job = findJob(call);
	const finished = job.status === IMPORT_STATUS.completed || job.status === IMPORT_STATUS.error;
	if (!finished || !job.outcome) {
		throw notTaken('importId', 'The import is not finished');
	}
	const { switches } = call.service;
	return csvAnswer(resultRows(job.outcome.records, switches), 'comma', switches);
};
