import { DEEDS } from './deeds';
import { Services, SERVICES } from './service';
import type { Traits } from './service';
import { SUBJECTS } from './subjects';
import { FIRST_VIEW, wishFor } from './views';
import { firstWorld, shownIn } from './world';

const SUBJECT = SUBJECTS.businessCardCreated;
const { selection } = wishFor(FIRST_VIEW, SUBJECT);
const WORLD = firstWorld(SUBJECT, 'few');
const [first, , third, last] = shownIn(WORLD).map(({ updated }) => updated) as [number, number, number, number];
const TERM = { from: first - 1, to: last + 1, orderBy: 'updatedAt', orderDirection: 'asc' } as const;

const ORDERLY: Traits = { includesFrom: true, includesTo: true, keepsOrder: true, tokens: 'offset' };

function open(traits: Partial<Traits>, world = WORLD): Services {
	return new Services(world, SUBJECT, [{ ...ORDERLY, ...traits }]);
}

function idsOf({ records }: { readonly records: ReadonlyArray<{ readonly id: string }> }): string[] {
	return records.map(({ id }) => id);
}

test('a page has two records, or as many as are asked for if those are fewer, and a token when there are more', () => {
	expect(idsOf(open({}).page(selection, TERM))).toEqual(['processing', 'a']);
	expect(idsOf(open({}).page(selection, { ...TERM, limit: 1 }))).toEqual(['processing']);
	expect(idsOf(open({}).page(selection, { ...TERM, limit: 300 }))).toEqual(['processing', 'a']);
	const { nextToken } = open({}).page(selection, TERM);
	const rest = open({}).page(selection, { ...TERM, token: nextToken });
	expect([idsOf(rest), rest.nextToken]).toEqual([['unreadable', 'b'], undefined]);
});

test('lists come in the order that is asked for, or in descending order of registration', () => {
	expect(idsOf(open({}).page(selection, { ...TERM, orderDirection: 'desc' }))).toEqual(['b', 'unreadable']);
	expect(idsOf(open({ keepsOrder: false }).page(selection, TERM))).toEqual(['processing', 'unreadable']);
});

test('the bounds of a time range belong to it or not', () => {
	const term = { ...TERM, from: third, to: last };
	expect(idsOf(open({}).page(selection, term))).toEqual(['unreadable', 'b']);
	expect(idsOf(open({ includesFrom: false }).page(selection, term))).toEqual(['b']);
	expect(idsOf(open({ includesTo: false }).page(selection, term))).toEqual(['unreadable']);
});

test('a token skips a number of records, or goes on after the last one shown', () => {
	const { nextToken: token } = open({}).page(selection, TERM);
	const after = DEEDS.change(WORLD);
	expect(idsOf(open({ tokens: 'offset' }, after).page(selection, { ...TERM, token }))).toEqual(['b']);
	expect(idsOf(open({ tokens: 'keyset' }, after).page(selection, { ...TERM, token }))).toEqual(['unreadable', 'b']);
});

test('services stay one as long as they respond alike', () => {
	const services = new Services(WORLD, SUBJECT, SERVICES);
	services.page(selection, { ...TERM, from: last, to: last + 1 });
	expect(services.same.filter(({ includesFrom }) => includesFrom)).toHaveLength(8);
	expect(services.same).toHaveLength(8);
	services.page(selection, TERM);
	expect(services.same.every(({ keepsOrder }) => keepsOrder)).toBe(true);
	expect(services.same).toHaveLength(4);
});

test('a change shows at once, or two seconds later', () => {
	const late = DEEDS.late(WORLD);
	const texts = [late, DEEDS.change(late), DEEDS.change(DEEDS.change(late))].map((world) =>
		shownIn(world).find(({ id }) => id === 'processing')?.text,
	);
	expect(texts).toEqual([0, 0, 1]);
});
