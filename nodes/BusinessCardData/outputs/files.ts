import { outputOf } from './operations';
import type { ObjectSchema } from './schema';
import { RESOURCES } from '../resources';

/** n8n looks beside the built node, in a folder named by the version of the node in three parts. */
const FOLDER = '__schema__/v1.0.0';

/** The schemas of what the operations give, by the path at which n8n looks for them. */
export function outputSchemas(): Map<string, ObjectSchema> {
	const files = RESOURCES.flatMap(({ value: resource, operations }) =>
		operations.map((operation): [string, ObjectSchema] => {
			const name = operation.endpoint.slice(resource.length + 1);
			return [`${FOLDER}/${resource}/${name}.json`, outputOf(operation)];
		}),
	);
	return new Map(files);
}
