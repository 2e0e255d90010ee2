import { parseJson } from '../../../../nodes/shared';

/** JSON from outside. */

test.each([
	['{"a":1}', { a: 1 }],
	['[1,2]', [1, 2]],
	['7', 7],
	['null', null],
	['"x"', 'x'],
	[' {"a":"髙橋"} ', { a: '髙橋' }],
])('%j is read', (text, value) => {
	expect(parseJson(text)).toEqual(value);
});

test.each(['', ' ', '{', '{"a":', '<html></html>', 'undefined', "{'a':1}", '{"a":1}x'])('%j is no JSON', (text) => {
	expect(parseJson(text)).toBeUndefined();
});
