import { isObject, parseJson } from '../../nodes/shared';

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

test('depth alone is no error', () => {
	const depth = 5_000;
	const value = parseJson(Buffer.from(`${'['.repeat(depth)}${']'.repeat(depth)}`));
	expect(Array.isArray(value)).toBe(true);
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
