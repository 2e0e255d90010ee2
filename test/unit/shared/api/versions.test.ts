import { resolveVersion, UP_TO_2_5 } from '../../../../nodes/shared';

const ROW = { versions: UP_TO_2_5 };

test('auto is the newest version that has it, unless another one is said', () => {
	expect(resolveVersion(ROW, 'auto')).toBe('2.5');
	expect(resolveVersion({ ...ROW, autoVersion: '2.0' }, 'auto')).toBe('2.0');
});

test('a pinned version is itself, or nothing where it does not have what is asked for', () => {
	expect(resolveVersion(ROW, '2.0')).toBe('2.0');
	expect(resolveVersion(ROW, '3.2')).toBeUndefined();
});
