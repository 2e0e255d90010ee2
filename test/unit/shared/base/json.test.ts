import { isObject, parseJson } from '../../../../nodes/shared';

/** JSON from outside. */

test.each([
	['{"a":1}', { a: 1 }],
	['[1,2]', [1, 2]],
	['7', 7],
	['null', null],
	['"x"', 'x'],
	['\ufeff{"a":1}', { a: 1 }],
	[' {"a":"髙橋"} ', { a: '髙橋' }],
])('%j is read', (text, value) => {
	expect(parseJson(Buffer.from(text))).toEqual(value);
});

test.each(['', ' ', '{', '{"a":', '<html></html>', 'undefined', "{'a':1}", '{"a":1}x'])('%j is no JSON', (text) => {
	expect(parseJson(Buffer.from(text))).toBeUndefined();
});

test('a key that would become a prototype is dropped at every level, the rest is kept', () => {
	const text = '{"a":1,"__proto__":{"x":1},"b":[{"__proto__":null,"c":2}],"d":{"\\u005f_proto__":{"y":1},"e":3}}';
	const value = parseJson(Buffer.from(text));
	expect(JSON.stringify(value)).not.toContain('__proto__');
	expect(value).toMatchObject({ a: 1, b: [{ c: 2 }], d: { e: 3 } });
	expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test('a depth that no answer has is no JSON, and neither is a number of values', () => {
	const nested = (depth: number) => Buffer.from(`${'['.repeat(depth)}${']'.repeat(depth)}`);
	expect(Array.isArray(parseJson(nested(200)))).toBe(true);
	for (const depth of [201, 100_000, 10_000_000]) expect(parseJson(nested(depth))).toBeUndefined();
	expect(parseJson(Buffer.from(`[${'{},'.repeat(1_500_000)}{}]`))).toBeUndefined();
});

test('what only looks deep is read: brackets, quotes and backslashes inside of texts', () => {
	for (const value of ['['.repeat(1_000), '"{'.repeat(500), '\\"['.repeat(500), '\\'.repeat(999), '髙"[']) {
		expect(parseJson(Buffer.from(JSON.stringify({ [value]: value })))).toEqual({ [value]: value });
	}
	expect(parseJson(Buffer.from('["a'))).toBeUndefined();
	expect(parseJson(Buffer.from('["a\\"'))).toBeUndefined();
});

test.each<[unknown, boolean]>([
	[{}, true],
	[Object.create(null), true],
	[[], false],
	[null, false],
	[undefined, false],
	['{}', false],
	[7, false],
])('%p is an object: %s', (value, is) => {
	expect(isObject(value)).toBe(is);
});
