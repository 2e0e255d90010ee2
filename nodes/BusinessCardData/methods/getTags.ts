import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { idText, queryPairs, readRecords, ServiceClient, textOf, UP_TO_2_5, versionOfList } from '../../shared';
import type { Endpoint, ServiceRequest } from '../../shared';

const TAGS: Endpoint = { method: 'GET', response: 'list', effect: 'read', listsTags: true };

/** More tags than this cannot be searched in a drop-down list; an expression still takes any id. */
const MAX_TAGS = 3_000;

/** Every tag that the user of the key may use (spec: E10). Not every version has the list, but its ids fit them all. */
export function everyTag(choice: unknown): ServiceRequest {
	const query = queryPairs({ range: 'all', type: ['private', 'public', 'shared'] });
	return { endpoint: TAGS, version: versionOfList(UP_TO_2_5, choice), path: '/tags', query };
}

/** The tags for the lists of the panel, sorted by name, with the kind of each as its description. */
export async function getTags(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const client = await ServiceClient.open(this, { errorContext: { node: this.getNode() } });
	const request = everyTag(this.getCurrentNodeParameter('apiVersion'));
	const options: INodePropertyOptions[] = [];
	for await (const tags of readRecords(client, request, MAX_TAGS)) {
		for (const tag of tags) {
			const id = idText(tag.id);
			if (id !== undefined) options.push({ name: String(tag.name ?? id), value: id, description: textOf(tag.type) });
		}
	}
	return options.sort((a, b) => a.name.localeCompare(b.name));
}
