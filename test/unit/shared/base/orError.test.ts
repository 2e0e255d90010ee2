import { orError } from '../../../../nodes/shared';

class Expected extends Error {}

test('gives what the promise gives', async () => {
	expect(await orError(Promise.resolve(7), Expected)).toBe(7);
});

test('gives the error that was expected as a value', async () => {
	const error = new Expected('x');
	expect(await orError(Promise.reject(error), Expected)).toBe(error);
});

test('lets every other error go on its way', async () => {
	await expect(orError(Promise.reject(new TypeError('y')), Expected)).rejects.toThrow(TypeError);
});
