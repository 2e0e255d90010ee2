import { catchAs } from '../../../../nodes/shared';

class Expected extends Error {}

test('gives what the promise gives', async () => {
	expect(await catchAs(Promise.resolve(7), Expected)).toBe(7);
});

test('gives the error that was expected as a value', async () => {
	const error = new Expected('x');
	expect(await catchAs(Promise.reject(error), Expected)).toBe(error);
});

test('lets every other error go on its way', async () => {
	await expect(catchAs(Promise.reject(new TypeError('y')), Expected)).rejects.toThrow(TypeError);
});
