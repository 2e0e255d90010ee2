import type { IDataObject, IExecuteSingleFunctions, PostReceiveAction, PreSendAction } from 'n8n-workflow';
import { columnOrders, isObject, parseRecords } from '../../../shared';
import type { CsvLayout, Delimiter, OrganizationRecordKind } from '../../../shared';
import { binaryFieldName } from '../binary';

/** How a list is to be read, or the field in which its file is to be put. */
interface Form {
	readonly layout: CsvLayout;
	readonly field: string | undefined;
}

/** @throws ParameterError for an order of columns, or the name of a field, that is none */
function formOf(functions: IExecuteSingleFunctions, kind: OrganizationRecordKind): Form {
	const given: unknown = functions.getNodeParameter('options', {});
	const { delimiter, columnOrder: order } = (isObject(given) ? given : {}) as IDataObject;
	const columnOrder = columnOrders('columnOrder', order, [kind])[kind];
	const isFile = functions.getNodeParameter('output', 'items') === 'file';
	const name = isFile ? functions.getNodeParameter('binaryPropertyName', '') : '';
	return {
		layout: { delimiter: (delimiter || 'comma') as Delimiter, columnOrder },
		field: isFile ? binaryFieldName('binaryPropertyName', name) : undefined,
	};
}

/** Checks what only reading the list would show to be wrong. */
export function listChecked(kind: OrganizationRecordKind): PreSendAction {
	return async function checkList(options) {
		formOf(this, kind);
		return options;
	};
}

/** Users or departments as items, or the CSV itself as a file (spec: E11, E12). */
export function listRead(kind: OrganizationRecordKind): PostReceiveAction {
	return async function readList(_items, { body }) {
		const { layout, field } = formOf(this, kind);
		const file = body as Buffer;
		if (field !== undefined) {
			const binary = await this.helpers.prepareBinaryData(file, `${kind}s.csv`, 'text/csv');
			return [{ json: {}, binary: { [field]: binary } }];
		}
		const rows = await parseRecords(kind, file, layout);
		return rows.map((row) => ({ json: { ...row } }));
	};
}
