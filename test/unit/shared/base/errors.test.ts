import { ParameterError, refuse } from '../../../../nodes/shared';
import type { Violation } from '../../../../nodes/shared';

function refusalOf(violations: Violation[]): Violation {
	try {
		refuse(violations);
	} catch (error) {
		if (error instanceof ParameterError) return error.violation;
	}
	throw new Error('nothing was refused');
}

test('a headline counts fields, and a field with two faults is one', () => {
	const { message, causes } = refusalOf([
		{ parameter: 'title', message: 'title is too long' },
		{ parameter: 'tel', message: 'tel is too long' },
		{ parameter: 'tel', message: 'tel has a letter' },
	]);
	expect(message).toBe('2 fields are not valid');
	expect(causes).toEqual(['title is too long', 'tel is too long', 'tel has a letter']);
});

test('what is wrong in many items is said once, with the items', () => {
	const { message, causes } = refusalOf(
		[0, 1, 2, 7].map((itemIndex) => ({ parameter: 'UserId', message: 'User ID is empty', itemIndex })),
	);
	expect(message).toBe('Items 0-2, 7: User ID is empty');
	expect(causes).toEqual([expect.stringContaining('item 7 is row 9')]);
});
