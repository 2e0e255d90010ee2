import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { itemsOf, mappedRows } from './support';

/** What the node is told, and what comes in. */
export type Given = [parameters: INodeParameters, input: { items?: INodeExecutionData[] }];

const CREATE = { resource: 'businessCard', operation: 'create' };
const NAMES = ['companyName', 'lastName', 'firstName'];

/** Parameters of a card whose fields are mapped from columns; `null` for those that n8n maps by their names. */
export function mapping(value: IDataObject | null): INodeParameters {
	return { ...CREATE, ...mappedRows(value) };
}

/** The fields where the panel has them. */
export function oneByOne(fields: IDataObject): Given {
	const split = (top: boolean) =>
		Object.fromEntries(Object.entries(fields).filter(([name]) => NAMES.includes(name) === top));
	return [{ ...CREATE, ...split(true), additionalFields: split(false) } as INodeParameters, {}];
}

/** Every way in which a person gives the fields of a card, from the same fields. */
export const WAYS: ReadonlyArray<readonly [string, (fields: IDataObject) => Given]> = [
	['given one by one', oneByOne],
	['mapped one by one', (fields) => [mapping(fields), {}]],
	['mapped automatically', (fields) => [mapping(null), { items: itemsOf(fields) }]],
];
