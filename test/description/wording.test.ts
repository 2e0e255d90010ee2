import { SENTENCES } from './sentences';

/** The words of every message that the package can say (n8n's UX guidelines: Errors). */

/** What n8n asks to leave out: it says that something is wrong, and not what. */
const AVOIDED = /\b(?:errors?|problems?|failures?|mistakes?)\b/i;

test('no sentence says only that something is wrong', () => {
	expect(SENTENCES.length).toBeGreaterThan(300);
	expect(SENTENCES.filter(({ text }) => AVOIDED.test(text))).toEqual([]);
});

test('every sentence is English', () => {
	expect(SENTENCES.filter(({ text }) => /[\u2e80-\u{10ffff}]/u.test(text))).toEqual([]);
});
