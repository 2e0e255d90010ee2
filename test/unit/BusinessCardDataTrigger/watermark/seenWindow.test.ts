import { SeenWindow } from '../../../../nodes/BusinessCardDataTrigger/watermark/seenWindow';

/** What is remembered of the records that were met. Keys have 11 characters and prints 12, as they are stored. */

const key = (name: string) => name.padEnd(11, '.');
const print = (name: string) => name.padEnd(12, '-');

/** A window that has met records in these seconds. */
function windowOf(seconds: readonly number[]): SeenWindow {
	const window = new SeenWindow([]);
	for (const [place, second] of seconds.entries()) window.set(key(`r${place}`), { second, prints: [print('1')] });
	return window;
}

test('is stored by seconds and comes back as it was', () => {
	const window = new SeenWindow([]);
	window.set(key('b'), { second: 7, prints: [] });
	window.set(key('a'), { second: 5, prints: [print('1'), print('2')] });
	window.set(key('c'), { second: 5, prints: [print('3')] });
	const stored = window.toSeen();
	expect(stored).toEqual([[5, key('a') + print('1') + print('2'), key('c') + print('3')], [7, key('b')]]);
	expect(new SeenWindow(stored).toSeen()).toEqual(stored);
});

test('holds a record once, under its latest second', () => {
	const window = windowOf([5]);
	window.set(key('r0'), { second: 9, prints: [print('2')] });
	expect(window.toSeen()).toEqual([[9, key('r0') + print('2')]]);
});

test('knows its newest second, and which records lie too far ahead to be believed', () => {
	const figures = windowOf([5, 950, 8, 200, 900]).figures(100, 300, 10);
	expect(figures).toMatchObject({ records: 5, newest: 8, ahead: [900, 950] });
});

test('says from which second on the newest records lie, without half a second of them', () => {
	expect(windowOf([1, 2, 2, 3, 4]).figures(100, 100, 3).tailFrom).toBe(3);
	expect(windowOf([1, 2, 3]).figures(100, 100, 3).tailFrom).toBe(1);
});

test('halves a range before the middle one of its records, and by time where it has none', () => {
	expect(windowOf([100, 910, 920, 930]).middleOf(0, 1_000)).toBe(919);
	expect(windowOf([]).middleOf(0, 1_000)).toBe(500);
});

test('gives the seconds of its records in their order', () => {
	expect([...windowOf([1_000, 900, 20, 900]).secondsFrom(100)]).toEqual([900, 900, 1_000]);
});
