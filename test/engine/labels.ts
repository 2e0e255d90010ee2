import type { INodeProperties } from 'n8n-workflow';
import { NODE } from '../description/nodes';
import { allFields } from '../support/panel';

/** What a person sees of a parameter, read from the description in another way than the node's own. */

/** The resource and operation that a test chooses. */
interface Chosen {
	readonly resource?: unknown;
	readonly operation?: unknown;
}

function belongsTo({ resource, operation }: Chosen): (field: INodeProperties) => boolean {
	return ({ displayOptions: { show = {} } = {} }) => {
		const fits = (values: unknown, value: unknown) => !Array.isArray(values) || values.includes(value);
		return fits(show.resource, resource) && fits(show.operation, operation);
	};
}

/** The label of a parameter as a message shows it; the name of what has no label, such as a column of the input. */
export function labelOf(chosen: Chosen, name: string): string {
	return allFields(NODE.properties.filter(belongsTo(chosen))).find((field) => field.name === name)?.displayName ?? name;
}

/** A message as a person reads it: at the beginning of a line any name is one of a parameter, elsewhere one that is no English word. */
export function told(chosen: Chosen, message: string): string {
	const names = /"[^"]*"|(?<=^(?:"[^"]*": )?)[a-z][\w.]*(?= )|\b[a-z]+[A-Z]\w*/gm;
	return message.replace(names, (name) => labelOf(chosen, name));
}
