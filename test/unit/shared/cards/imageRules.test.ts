import { checkImageRegistration } from '../../../../nodes/shared/cards/imageRules';

/** What a picture may be is in test/engine/writes/pictures, most of the other rules in test/engine/writes/uploadImage. */

test('a language in small letters is none', () => {
	const message = expect.stringMatching(/^language must be one of Japanese, .*; got "japanese"$/) as string;
	expect(checkImageRegistration({ frontImage: { size: 100 }, language: ['japanese'] })).toEqual([{ field: 'language', message }]);
});
