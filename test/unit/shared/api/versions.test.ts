import { resolveVersion, UP_TO_2_5, versionOfList, versionText } from '../../../../nodes/shared';

const ROW = { versions: UP_TO_2_5 };

test('auto is the newest version that has it, unless another one is said', () => {
	expect(resolveVersion(ROW, 'auto')).toBe('2.5');
	expect(resolveVersion({ ...ROW, autoVersion: '2.0' }, 'auto')).toBe('2.0');
});

test('a pinned version is itself, or nothing where it does not have what is asked for', () => {
	expect(resolveVersion(ROW, '2.0')).toBe('2.0');
	expect(resolveVersion(ROW, '3.2')).toBeUndefined();
});

test.each([
	['2.0', '2.0'],
	['3.2', '2.5'],
	['auto', '2.5'],
	[undefined, '2.5'],
])('a list in the panel is read in a version that has it: %s', (choice, version) => {
	expect(versionOfList(UP_TO_2_5, choice)).toBe(version);
});

test.each([
	[2, '2.0'],
	[3.2, '3.2'],
	[3.21, 3.21],
	['2.0', '2.0'],
	[undefined, undefined],
])('the version %j is written %j', (given, text) => {
	expect(versionText(given)).toBe(text);
});
