import type { INodeParameters, INodeTypeDescription, NodeParameterValueType } from 'n8n-workflow';
import { allFields } from '../../tools/panel';

/** Records that are chosen by their IDs, as the panel stores them; a plain ID works too, but its field shows no mode. */

/** A record chosen by its ID. */
export function byId(value: string): NodeParameterValueType {
	return { __rl: true, mode: 'id', value };
}

/** The same parameters, with each record that is named by a plain ID chosen by it. */
export function withChosenRecords(description: INodeTypeDescription, parameters: INodeParameters): INodeParameters {
	const fields = allFields(description.properties).filter(({ type }) => type === 'resourceLocator');
	const names = new Set(fields.map(({ name }) => name));
	return Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => [name, names.has(name) && typeof value === 'string' ? byId(value) : value]),
	);
}
