import type { PostReceiveAction } from 'n8n-workflow';
import { CsvFormatError, ONLY_2_0 } from '../../../shared';
import { parseResults } from '../../execution/organization/service';
import { IMPORT_ID } from '../organizationRecords';
import type { Operation } from '../operation';

/** The rows of the CSV as items. */
const rowsRead: PostReceiveAction = async function readRows(_items, { body }) {
	const rows = await parseResults(body as Buffer);
	if (rows instanceof CsvFormatError) throw rows;
	return rows.map((row) => ({ json: { ...row } }));
};

/** What became of each record of an import (spec: E16). */
export const getResult: Operation = {
	name: 'Get Result',
	value: 'getResult',
	action: 'Get result of organization import',
	description: 'Get the result of each record of a finished import',
	versions: ONLY_2_0,
	response: 'csv',
	effect: 'read',
	routing: {
		request: { method: 'GET', url: '/organization/jobs/{importId}/result' },
		output: { postReceive: [rowsRead] },
	},
	fields: [IMPORT_ID],
};
