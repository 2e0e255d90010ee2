import { normaliseResponse } from '../../../../nodes/shared';

/** A tag's id has one spelling, wherever a response carries tags; nothing else of it changes. */

type Kind = 'tag' | 'card' | 'person';

function ofRecord(record: unknown, kind: Kind): unknown {
	return normaliseResponse(record, { response: 'record', record: kind });
}

test('a tag gets "id" in the place of "Id", and stays as it is otherwise', () => {
	const tag = ofRecord({ Id: '1', name: 'n', type: 'public', owner: { id: 'u1' }, more: null }, 'tag');
	expect(tag).toEqual({ id: '1', name: 'n', type: 'public', owner: { id: 'u1' }, more: null });
	expect(Object.keys(tag as object)).toEqual(['id', 'name', 'type', 'owner', 'more']);
});

test('a tag with "id" is left alone, and one with both keeps one', () => {
	const tag = { id: '1', name: 'n' };
	expect(ofRecord(tag, 'tag')).toBe(tag);
	expect(ofRecord({ Id: '1', ...tag }, 'tag')).toEqual(tag);
});

test('the tags of a card, and of the card of a person, are met too, and what came stays as it was', () => {
	const card = { id: 'c', tags: [{ Id: '1' }, { id: '2' }] };
	const tags = [{ id: '1' }, { id: '2' }];
	expect(ofRecord(card, 'card')).toEqual({ id: 'c', tags });
	expect(ofRecord({ id: 'p', headBizCard: card }, 'person')).toEqual({ id: 'p', headBizCard: { id: 'c', tags } });
	expect(card.tags).toEqual([{ Id: '1' }, { id: '2' }]);
});

test('every record of a list is met, and what stands beside the list is left alone', () => {
	const json = { data: [{ Id: '1' }, { id: 'c', tags: [{ Id: '2' }] }], hasMore: true, nextPageToken: 't' };
	expect(normaliseResponse(json, { response: 'list', record: 'tag' })).toEqual({
		...json,
		data: [{ id: '1' }, json.data[1]],
	});
	expect(normaliseResponse(json, { response: 'list', record: 'card' })).toEqual({
		...json,
		data: [json.data[0], { id: 'c', tags: [{ id: '2' }] }],
	});
});

/** What has no tags where they are looked for passes unharmed. */
test.each<[Kind, unknown[]]>([
	['card', [null, [], [null, 'x', 7], { Id: '1' }].map((tags) => ({ id: 'c', tags }))],
	['card', [undefined, null, 'text', 7, [[{ Id: '1' }]], { id: 'c' }]],
	['person', [null, 'x', undefined].map((headBizCard) => ({ id: 'p', headBizCard }))],
])('an odd %s stays as it is: %j', (kind, records) => {
	for (const record of records) expect(ofRecord(record, kind)).toEqual(record);
});

test('an answer that is no list, and a record without tags, are left alone', () => {
	for (const json of [undefined, [[{ Id: '1' }]], { data: null }, { data: [null, 'x', ['y']] }, { message: 'no' }]) {
		expect(normaliseResponse(json, { response: 'list', record: 'card' })).toEqual(json);
	}
	const report = { Id: '1', tags: [{ Id: '2' }] };
	expect(normaliseResponse(report, { response: 'record' })).toBe(report);
});
