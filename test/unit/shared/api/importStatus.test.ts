import { importStatusName, isImportFinished } from '../../../../nodes/shared/api/importStatus';

test.each([
	[0, 'reserved', false],
	[1, 'running', false],
	[2, 'completed', true],
	[9, 'error', true],
])('import status %i is %s', (status, name, finished) => {
	expect(importStatusName(status)).toBe(name);
	expect(isImportFinished(status)).toBe(finished);
});

test.each([[3], [-1], [1.5], ['2'], [null], [undefined], ['constructor']])(
	'%p is no import status and never counts as finished',
	(status) => {
		expect(importStatusName(status)).toBeUndefined();
		expect(isImportFinished(status)).toBe(false);
	},
);
