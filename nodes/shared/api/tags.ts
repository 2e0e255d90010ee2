import { isObject } from '../base/json';
import type { JsonRecord } from '../base/json';
import type { Endpoint } from './versions';

/** Keeps the place of the key, so that a tag still starts with its id. */
function normaliseTag(tag: JsonRecord): JsonRecord {
	if (!Object.hasOwn(tag, 'Id')) return tag;
	const entries = Object.entries(tag)
		.filter(([key]) => key !== 'id')
		.map(([key, value]) => (key === 'Id' ? ['id', tag.id ?? value] : [key, value]));
	return Object.fromEntries(entries) as JsonRecord;
}

function normaliseTagsOf(holder: JsonRecord): JsonRecord {
	if (!Array.isArray(holder.tags)) return holder;
	const tags: unknown[] = holder.tags;
	return { ...holder, tags: tags.map((tag) => (isObject(tag) ? normaliseTag(tag) : tag)) };
}

function normaliseTags(record: JsonRecord, kind: Endpoint['record']): JsonRecord {
	switch (kind) {
		case 'tag':
			return normaliseTag(record);
		case 'card':
			return normaliseTagsOf(record);
		case 'person':
			return isObject(record.headBizCard)
				? { ...record, headBizCard: normaliseTagsOf(record.headBizCard) }
				: record;
		case undefined:
			return record;
	}
}

/**
 * Gives every record of a response the one spelling of a tag's id, wherever it carries tags: as a tag itself, in a card's
 * `tags`, in the card of a person. The service spells the key `Id` in most shapes and `id` in one (spec: Tag); everything
 * else is left as it came. It is done where a response is read, so that nobody else meets the other spelling.
 *
 * @param json the parsed body, whatever it is
 */
export function normaliseResponse(json: unknown, { record, response }: Pick<Endpoint, 'record' | 'response'>): unknown {
	if (record === undefined || !isObject(json)) return json;
	if (response === 'record') return normaliseTags(json, record);
	if (!Array.isArray(json.data)) return json;
	const records: unknown[] = json.data;
	return { ...json, data: records.map((each) => (isObject(each) ? normaliseTags(each, record) : each)) };
}
