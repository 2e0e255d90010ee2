import { readBody } from '../../../../nodes/shared';

/** A tag's id has one spelling, wherever a response carries tags; nothing else of it changes. */

const bodyOf = (json: unknown) => Buffer.from(JSON.stringify(json));
const read = (json: unknown) => readBody(bodyOf(json), {});
const readTags = (data: unknown) => readBody(bodyOf({ data, hasMore: true }), { listsTags: true });

test('a tag gets "id" in the place of "Id", and stays as it is otherwise', () => {
	const tag = { Id: '1', name: 'n', type: 'public', owner: { id: 'u1', Id: 'u1' }, more: null };
	const { Id: id, ...rest } = tag;
	const { data, hasMore } = readTags([tag]) as { data: object[]; hasMore: boolean };
	expect([data, hasMore]).toEqual([[{ id, ...rest }], true]);
	expect(Object.keys(data[0] ?? {})).toEqual(['id', 'name', 'type', 'owner', 'more']);
});

test('a tag with "id" is left alone, and one with both keeps one', () => {
	const tag = { id: '1', name: 'n' };
	expect(readTags([tag, { Id: '1', ...tag }, { Id: '2', id: null }])).toMatchObject({ data: [tag, tag, { id: '2' }] });
});

test('the tags of a card are met too, by itself, in a list and in a person', () => {
	const card = { id: 'c', tags: [{ Id: '1' }, { id: '2' }] };
	const met = { id: 'c', tags: [{ id: '1' }, { id: '2' }] };
	expect(read(card)).toEqual(met);
	expect(read({ data: [card, { Id: 'x' }], nextPageToken: 't' })).toEqual({
		data: [met, { Id: 'x' }],
		nextPageToken: 't',
	});
	expect(read({ id: 'p', headBizCard: card })).toEqual({ id: 'p', headBizCard: met });
});

test.each([null, [], [null, 'x', 7, [{ Id: '1' }]], { Id: '1' }, 'x'])('what is no list of tags passes: %j', (odd) => {
	expect(read({ id: 'c', Id: 'd', tags: odd })).toEqual({ id: 'c', Id: 'd', tags: odd });
	expect(readTags(odd)).toEqual({ data: odd, hasMore: true });
});

test('a body is JSON in UTF-8, with or without a byte order mark', () => {
	const bodies = ['\ufeff{"a":"髙"}', '{"a":"髙"}', Buffer.from('{"a":"\xfb"}', 'latin1'), '', '{'].map((body) =>
		readBody(Buffer.from(body as string), {}),
	);
	expect(bodies).toEqual([{ a: '髙' }, { a: '髙' }, undefined, undefined, undefined]);
});
