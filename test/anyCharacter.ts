import fc from 'fast-check';

/** Halves of pairs are no characters. */
const FIRST_HALF = 0xd800;
const HALVES = 0x800;

/** Any character of Unicode. The unit `binary` of fast-check makes a list of all of them first, which takes a second. */
export const anyCharacter = fc
	.integer({ min: 0, max: 0x10_ffff - HALVES })
	.map((place) => String.fromCodePoint(place < FIRST_HALF ? place : place + HALVES));
