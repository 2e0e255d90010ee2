import { readBody } from '../../../../nodes/shared';

/** A tag's id has one spelling, wherever a response carries tags; nothing else of it changes. */

const read = (text: string, listsTags?: true) => JSON.stringify(readBody(Buffer.from(text), { listsTags }));

const OWNER = '{"id":"u1","Id":"u1"}';

/** What comes, and what is read of it, key by key. */
test.each([
	[`{"tags":[{"Id":"1","name":"n","owner":${OWNER}}]}`, `{"tags":[{"id":"1","name":"n","owner":${OWNER}}]}`],
	['{"tags":[{"id":"2"},{"Id":"2","id":"1"},{"Id":"2","id":null}]}', '{"tags":[{"id":"2"},{"id":"1"},{"id":"2"}]}'],
	['{"data":[{"tags":[{"Id":"1"}]},{"Id":"x"}]}', '{"data":[{"tags":[{"id":"1"}]},{"Id":"x"}]}'],
	['{"id":"p","headBizCard":{"tags":[{"Id":"1"}]}}', '{"id":"p","headBizCard":{"tags":[{"id":"1"}]}}'],
	...['null', '[]', '[null,"x",7,[{"Id":"1"}]]', '{"Id":"1"}', '"x"'].map((tags) => [
		`{"Id":"d","tags":${tags}}`,
		`{"Id":"d","tags":${tags}}`,
	]),
])('%s is read as %s', (text, json) => {
	expect(read(text)).toBe(json);
});

test('the records of a list of tags are tags', () => {
	expect(read('{"data":[{"Id":"1"},null],"hasMore":true}', true)).toBe('{"data":[{"id":"1"},null],"hasMore":true}');
	expect(read('{"data":null,"hasMore":false}', true)).toBe('{"data":null,"hasMore":false}');
});

test('a body is JSON in UTF-8, with or without a byte order mark', () => {
	const bodies = ['\ufeff{"a":"髙"}', '{"a":"髙"}', Buffer.from('{"a":"\xfb"}', 'latin1'), '', '{'].map((body) =>
		readBody(Buffer.from(body as string), {}),
	);
	expect(bodies).toEqual([{ a: '髙' }, { a: '髙' }, undefined, undefined, undefined]);
});
