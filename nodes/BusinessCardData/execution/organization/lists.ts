import type { INodeExecutionData } from 'n8n-workflow';
import { catchAs, columnOrders, CsvFormatError, parseRecords } from '../../../shared';
import type { OrganizationRecordKind } from '../../../shared';
import { binaryFieldName } from '../binary';
import { parameter } from '../run';
import type { Run } from '../run';
import { optionsOf } from './service';

/**
 * Users or departments as items, or the CSV itself as a file (spec: E11, E12).
 *
 * @throws ParameterError for an order of columns, or the name of a field, that is none
 */
export function listOf(kind: OrganizationRecordKind): (run: Run) => Promise<INodeExecutionData[]> {
	return async (run) => {
		const { delimiter, columnOrder } = optionsOf(run);
		const layout = { delimiter, columnOrder: columnOrders('columnOrder', columnOrder, [kind])[kind] };
		const isFile = parameter(run, 'output') === 'file';
		const field = isFile ? binaryFieldName('binaryPropertyName', parameter(run, 'binaryPropertyName')) : '';
		const { body: file } = await run.client.send(run.request);
		if (isFile) {
			const binary = await run.functions.helpers.prepareBinaryData(file, `${kind}s.csv`, 'text/csv');
			return [{ json: {}, binary: { [field]: binary } }];
		}
		const rows = await catchAs(parseRecords(kind, file, layout), CsvFormatError);
		if (rows instanceof CsvFormatError) throw run.client.unusable(rows.message);
		return rows.map((row) => ({ json: { ...row } }));
	};
}
