import { normaliseResponse } from '../../../../nodes/shared';

/** A tag's id has one spelling, wherever a response carries tags; nothing else of it changes. */

type Kind = 'tag' | 'card' | 'person';

const OWNER = { id: 'u1', name: 'n', email: 'e' };

function ofRecord(record: unknown, kind: Kind): unknown {
	return normaliseResponse(record, { response: 'record', record: kind });
}

test('a tag gets "id" in the place of "Id", and stays as it is otherwise', () => {
	const tag = ofRecord({ Id: '1', name: 'n', type: 'public', owner: OWNER, more: null }, 'tag');
	expect(tag).toEqual({ id: '1', name: 'n', type: 'public', owner: OWNER, more: null });
	expect(Object.keys(tag as object)).toEqual(['id', 'name', 'type', 'owner', 'more']);
});

test('a tag with "id" is left alone', () => {
	const tag = { id: '1', name: 'n' };
	expect(ofRecord(tag, 'tag')).toBe(tag);
});

test('a tag with both keeps one', () => {
	expect(ofRecord({ Id: '1', id: '1', name: 'n' }, 'tag')).toEqual({ id: '1', name: 'n' });
});

test('the tags of a card, and of the card of a person, are met too', () => {
	const card = { id: 'c', tags: [{ Id: '1' }, { id: '2' }] };
	const tags = [{ id: '1' }, { id: '2' }];
	expect(ofRecord(card, 'card')).toEqual({ id: 'c', tags });
	expect(ofRecord({ id: 'p', headBizCard: card }, 'person')).toEqual({ id: 'p', headBizCard: { id: 'c', tags } });
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

test('what came is not changed itself', () => {
	const card = { id: 'c', tags: [{ Id: '1' }] };
	ofRecord(card, 'card');
	expect(card).toEqual({ id: 'c', tags: [{ Id: '1' }] });
});

test.each([
	[{ id: 'c' }],
	[{ id: 'c', tags: null }],
	[{ id: 'c', tags: [] }],
	[{ id: 'c', tags: [null, 'x', 7] }],
	[{ id: 'c', tags: { Id: '1' } }],
])('a card whose tags are odd passes unharmed: %j', (card) => {
	expect(ofRecord(card, 'card')).toEqual(card);
});

test.each([[{ id: 'p', headBizCard: null }], [{ id: 'p' }], [{ id: 'p', headBizCard: 'x' }]])(
	'a person without a card passes unharmed: %j',
	(person) => {
		expect(ofRecord(person, 'person')).toEqual(person);
	},
);

test.each([
	[undefined],
	[null],
	['text'],
	[7],
	[[[{ Id: '1' }]]],
	[{ data: null }],
	[{ data: [null, 'x', ['y']] }],
	[{ message: 'no list' }],
])('an answer that is no list passes unharmed: %j', (json) => {
	expect(normaliseResponse(json, { response: 'list', record: 'card' })).toEqual(json);
});

test('a record without tags is left alone, whatever its keys are', () => {
	const report = { Id: '1', tags: [{ Id: '2' }] };
	expect(normaliseResponse(report, { response: 'record' })).toBe(report);
});
