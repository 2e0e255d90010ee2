import { elapsedAfter } from '../../../../nodes/BusinessCardDataTrigger/watermark/elapsed';
import { surelyReached, withArrivals, withMark } from '../../../../nodes/BusinessCardDataTrigger/watermark/lowWatermark';
import { endByClock, endOfMark, followPresent, horizonOf, isClockBehind, reachedBy } from '../../../../nodes/BusinessCardDataTrigger/watermark/present';

/** What the low watermark follows, in small stories: seconds since 1970 are given as seconds since noon. */

const HOUR = 3_600;
const DAY = 24 * HOUR;
const NOON = 1_775_044_800;

function at(second: number): number {
	return NOON + second;
}

/** Records that have shown new times, in this order. */
function arrivals(times: readonly number[], prefix = 'r'): Map<string, number> {
	return new Map(times.map((second, index) => [`${prefix}${index}`, at(second)]));
}

/** Honest records, one a second. */
function honest(count: number): Map<string, number> {
	return arrivals(Array.from({ length: count }, (_, index) => index));
}

const NOTHING = { marks: [], passed: 0, reached: at(0) };

describe('records that arrive', () => {
	test('say nothing as long as they are fewer than fifty', () => {
		expect(surelyReached({ ...NOTHING, arrivals: withArrivals([], honest(49)) })).toBeUndefined();
	});

	test('say that the oldest of the last fifty has been reached', () => {
		expect(surelyReached({ ...NOTHING, arrivals: withArrivals([], honest(60)) })).toBe(at(10));
	});

	test('can be wrong, all but one', () => {
		const wrong = arrivals(Array.from({ length: 49 }, () => 400 * DAY), 'wrong');
		const all = withArrivals(withArrivals([], honest(60)), wrong);
		expect(surelyReached({ ...NOTHING, arrivals: all })).toBe(at(59));
	});

	test('count once, however often they change', () => {
		let all = withArrivals([], honest(10));
		for (let edit = 0; edit < 100; edit += 1) all = withArrivals(all, new Map([['r0', at(500 + edit)]]));
		expect(all).toHaveLength(10);
		expect(surelyReached({ ...NOTHING, arrivals: all })).toBeUndefined();
	});
});

describe('a newest time', () => {
	const noted = withMark([], at(0), 0);

	test('is followed when it is a day old, although little has changed', () => {
		expect(surelyReached({ arrivals: [], marks: noted, passed: DAY, reached: at(DAY) })).toBe(at(0));
	});

	test('is not followed when it is an hour old', () => {
		expect(surelyReached({ arrivals: [], marks: noted, passed: HOUR, reached: at(HOUR) })).toBeUndefined();
	});

	test('is not followed as long as it has not come', () => {
		const ahead = withMark([], at(7 * DAY), 0);
		expect(surelyReached({ arrivals: [], marks: ahead, passed: DAY, reached: at(DAY) })).toBeUndefined();
		expect(surelyReached({ arrivals: [], marks: ahead, passed: 7 * DAY, reached: at(7 * DAY) })).toBe(at(7 * DAY));
	});

	test('is noted once an hour, and forgotten when a later one is old enough', () => {
		let marks = noted;
		for (let minute = 1; minute <= 3 * 24 * 60; minute += 1) marks = withMark(marks, at(minute * 60), minute * 60);
		expect(marks.length).toBeLessThanOrEqual(25);
		expect(surelyReached({ arrivals: [], marks, passed: 3 * DAY, reached: at(3 * DAY) })).toBeGreaterThanOrEqual(at(2 * DAY - HOUR));
	});
});

describe('the time that passes over the polls', () => {
	test('is that of the clock, when polls come evenly', () => {
		let elapsed = elapsedAfter(undefined, NOON);
		for (let minute = 1; minute <= 60; minute += 1) elapsed = elapsedAfter(elapsed, at(minute * 60));
		expect(elapsed.passed).toBe(HOUR);
	});

	test('is a day with the second of the polls that come once a day', () => {
		const first = elapsedAfter(elapsedAfter(undefined, NOON), at(DAY));
		expect(first.passed).toBe(HOUR);
		expect(elapsedAfter(first, at(2 * DAY)).passed).toBe(HOUR + DAY);
	});

	test('is an hour when the clock is put forward by a day, and nothing when it is put back', () => {
		const before = elapsedAfter(elapsedAfter(undefined, NOON), at(60));
		expect(elapsedAfter(before, at(DAY)).passed).toBe(60 + HOUR);
		expect(elapsedAfter(before, at(-DAY)).passed).toBe(60);
	});

	test('is an hour when the clock is put forward by a day after it was put right by a month', () => {
		const right = elapsedAfter(elapsedAfter(undefined, at(-30 * DAY)), NOON);
		expect(right.passed).toBe(HOUR);
		expect(elapsedAfter(elapsedAfter(right, at(60)), at(DAY)).passed).toBe(HOUR + 60 + HOUR);
	});

	test('is that of each turn where polls come in turns of a week and a minute', () => {
		const turns = [7 * DAY, 7 * DAY + 60, 14 * DAY + 60];
		expect(turns.reduce((before, second) => elapsedAfter(before, at(second)), elapsedAfter(undefined, NOON)).passed).toBe(HOUR + 60 + 7 * DAY);
	});
});

describe('what the service can have reached', () => {
	const present = { second: at(0), local: at(0), passed: 0, gap: 0 };
	const arrived = (second: number, registered = 0) => [{ updated: at(second), registered: at(registered) }];
	const known = { newest: at(0), ahead: [] };
	const lastsADay = (count: number) => Array.from({ length: count }, (_, place) => at(365 * DAY + (DAY * place) / (count - 1)));
	const now = (second: number, gap = 60) => ({ local: at(second), gap, before: gap, passed: second });

	test('is a day ahead of this clock, when nothing is known', () => {
		expect(horizonOf(undefined, { local: NOON, passed: 0 })).toBe(at(25 * HOUR));
	});

	test('goes on with the time that passes, also after this clock was put back', () => {
		expect(horizonOf(present, now(HOUR))).toBe(at(26 * HOUR));
		expect(horizonOf(present, { local: at(-DAY), passed: HOUR })).toBe(at(26 * HOUR));
	});

	test('is not moved by a time of next year', () => {
		expect(followPresent(present, arrived(365 * DAY), now(60), () => known)).toEqual(present);
	});

	test('follows what has changed meanwhile', () => {
		expect(followPresent(present, arrived(50), now(60), () => known)).toEqual({ second: at(50), local: at(60), passed: 60, gap: 60 });
	});

	test('is not taken back by a change of days ago that shows after days without a poll', () => {
		const agreed = followPresent(present, arrived(50), now(60), () => known);
		expect(followPresent(agreed, arrived(-5 * DAY), now(3 * DAY, 3 * DAY), () => known)).toEqual(agreed);
	});

	test('comes to the clock of this machine again after a record of last year has come into sight', () => {
		const old = followPresent(undefined, arrived(-365 * DAY), now(60), () => known);
		expect(old?.second).toBe(at(-365 * DAY));
		expect(followPresent(old, arrived(110), now(120), () => known)).toEqual({ second: at(110), local: at(120), passed: 120, gap: 60 });
	});

	test('is what the records say when nothing else is known, and the clock of this machine may be behind', () => {
		const ahead = { newest: undefined, ahead: lastsADay(49) };
		const adopted = { second: at(365 * DAY), local: at(60), passed: 60, gap: 60 };
		expect(followPresent(undefined, arrived(365 * DAY, 365 * DAY), now(60), () => known)).toBeUndefined();
		expect(followPresent(undefined, arrived(365 * DAY), now(60), () => ahead)).toBeUndefined();
		expect(followPresent(undefined, arrived(365 * DAY, 365 * DAY), now(60), () => ahead)).toEqual(adopted);
		expect(endByClock(adopted, at(60))).toBe(at(60 + 25 * HOUR));
	});

	test('says that the clock of this machine is behind when fifty records of different days lie ahead and none does not', () => {
		const ahead = { newest: undefined, ahead: lastsADay(50) };
		expect(isClockBehind(ahead)).toBe(true);
		expect(isClockBehind({ ...ahead, newest: at(0) })).toBe(false);
		expect(isClockBehind({ ...ahead, ahead: lastsADay(49) })).toBe(false);
		expect(isClockBehind({ ...ahead, ahead: ahead.ahead.map(() => at(365 * DAY)) })).toBe(false);
		const sure = followPresent(undefined, arrived(365 * DAY, 365 * DAY), now(60), () => ahead);
		expect(endByClock(sure, at(60))).toBe(Infinity);
		expect(endByClock(followPresent(sure, arrived(100), now(120), () => known), at(120))).toBe(at(120 + 25 * HOUR));
	});

	test('goes on with the time that passes although this clock is ten years behind', () => {
		const ahead = { second: at(3_650 * DAY), local: at(0), passed: 0, gap: 0 };
		expect(horizonOf(ahead, now(DAY))).toBe(at(3_651 * DAY + 25 * HOUR));
	});

	test('is known to the time between two polls, and no better', () => {
		const seen = { second: at(0), local: at(2 * DAY), passed: 2 * DAY, gap: 2 * DAY };
		expect(horizonOf(seen, now(2 * DAY))).toBe(at(2 * DAY + 25 * HOUR));
	});

	test('was surely reached when what is known of it says so, and not when this clock alone does', () => {
		expect(reachedBy(undefined, { local: at(HOUR), passed: HOUR })).toBe(at(HOUR));
		expect(reachedBy({ ...present, gap: 7 * DAY }, now(HOUR))).toBe(at(HOUR));
		expect(reachedBy({ ...present, local: at(3_650 * DAY) }, { local: at(3_650 * DAY + HOUR), passed: HOUR })).toBe(at(HOUR));
	});

	test('is not said by one record where this clock is years ahead', () => {
		const marks = withMark([], at(0), 0);
		const local = at(3_650 * DAY);
		const elapsed = { ...now(HOUR), local };
		expect(endOfMark({ present: undefined, elapsed, marks, arrivals: [] })).toBe(at(HOUR));
		expect(endOfMark({ present: { ...present, local }, elapsed, marks, arrivals: [] })).toBe(at(HOUR));
		expect(endOfMark({ present: { ...present, local }, elapsed, marks: [], arrivals: [] })).toBe(-Infinity);
		expect(endOfMark({ present: undefined, elapsed, marks: [], arrivals: [] })).toBe(-Infinity);
	});

	test('is said by this clock where both agree, and not by one record that is a day ahead of it', () => {
		const end = (second: number) => endOfMark({ present: { ...present, second }, elapsed: now(HOUR), marks: [], arrivals: [] });
		expect(end(at(0))).toBe(at(HOUR));
		expect(end(at(24 * HOUR))).toBe(at(HOUR));
		expect(end(at(-HOUR))).toBe(at(0));
	});

	test('is said by the last arrivals where this clock is behind, and not by the newest record', () => {
		const behind = { ...present, second: at(365 * DAY), isClockBehind: true };
		const arrivals = Array.from({ length: 50 }, (_, place): [string, number] => [`r${place}`, at((300 + place) * DAY)]);
		expect(endOfMark({ present: behind, elapsed: now(HOUR), marks: [], arrivals })).toBe(at(300 * DAY));
		expect(endOfMark({ present: behind, elapsed: now(HOUR), marks: [], arrivals: arrivals.slice(1) })).toBe(-Infinity);
	});
});
