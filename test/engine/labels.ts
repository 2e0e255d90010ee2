import type { INodeProperties } from 'n8n-workflow';
import { NODE } from '../description/nodes';

/** What a person sees of a parameter, read from the description in another way than the node's own. */

/** The resource and operation that a test chooses. */
interface Chosen {
	readonly resource?: unknown;
	readonly operation?: unknown;
}

function belongsTo({ resource, operation }: Chosen): (field: INodeProperties) => boolean {
	return ({ displayOptions }) => {
		const { show = {} } = displayOptions ?? {};
		const fits = (values: unknown, value: unknown) => !Array.isArray(values) || values.includes(value);
		return fits(show.resource, resource) && fits(show.operation, operation);
	};
}

function find(fields: readonly INodeProperties[], [name, ...rest]: readonly string[]): string | undefined {
	for (const field of fields) {
		if (field.name === name) {
			const inner = rest.length > 0 ? find(inside(field), rest) : undefined;
			return inner === undefined ? field.displayName : `${field.displayName}: ${inner}`;
		}
		const found = field.type === 'collection' && field.name !== 'sharingPermissions' ? find(inside(field), [name ?? '', ...rest]) : undefined;
		if (found !== undefined) return found;
	}
	return undefined;
}

function inside({ options = [] }: INodeProperties): INodeProperties[] {
	return options.flatMap((option) => ('type' in option ? [option] : []));
}

/** The label of a parameter as a message shows it; the name of what has no label, such as a column of the input. */
export function labelOf(chosen: Chosen, name: string): string {
	return find(NODE.properties.filter(belongsTo(chosen)), name.split('.')) ?? name;
}

/** A message as a person reads it: at the beginning of a line any name is one of a parameter, elsewhere one that is no English word. */
export function told(chosen: Chosen, message: string): string {
	const shown = (name: string) => labelOf(chosen, name);
	return message
		.split('\n')
		.map((line) =>
			line
				.replace(/^((?:"[^"]*": )?)([a-z][\w.]*)(?= )/, (_, file: string, name: string) => `${file}${shown(name)}`)
				.replace(/"[^"]*"|\b[a-z]+[A-Z][\w]*(?:\.\w+)?/g, (part) => (part.startsWith('"') ? part : shown(part))),
		)
		.join('\n');
}
