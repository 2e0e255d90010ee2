import { pollTagged } from '../../nodes/BusinessCardDataTrigger/tagged';
import type { TaggedState } from '../../nodes/BusinessCardDataTrigger/tagged';
import type { TriggerSettings } from '../../nodes/BusinessCardDataTrigger/settings';
import type { ServiceClient, ServiceRequest } from '../../nodes/shared';
import { Random } from '../emulator/seed/random';
import { seedOf } from '../seed';

/** Business Card Tagged in random histories: a service of cards with tags, and what the contract promises of them. */

const RUNS = Number(process.env['RUNS'] ?? 100);
const POLLS = 15;
const TAGS = ['t1', 't2', 't3'];

/** Id of a card, id of a tag. */
type Pair = `${string} ${string}`;
const cardOf = (pair: Pair): string => pair.slice(0, pair.indexOf(' '));
const tagOf = (pair: Pair): string => pair.slice(pair.indexOf(' ') + 1);

/** Cards of the past have such ids; a list shows them where it is asked to. */
const shows = (includePast: boolean, id: string): boolean => includePast || !id.startsWith('past');

function someOptions(random: Random) {
	const [tagIds, maxRecords] = [random.some(TAGS, random.whole(1, 4)), random.pick([1, 2, 10_000, 10_000])];
	return { version: random.pick(['2.5', '3.2']), tagIds, includePast: random.chance(0.5), maxRecords };
}

type Options = ReturnType<typeof someOptions>;

/** Which cards have which tags, and what changes while a poll reads it. */
class Service {
	readonly node = { name: 'Trigger' };
	readonly tagged = new Set<Pair>();
	/** What came or went since the poll began. */
	readonly changed = new Set<Pair>();
	failAt = Infinity;
	calls = 0;
	retired = '';

	constructor(
		private readonly random: Random,
		private readonly page = 300,
		private readonly unrest = 0,
	) {}

	begin(): void {
		this.changed.clear();
		this.calls = 0;
		this.failAt = this.random.chance(0.2) ? this.random.whole(1, 8) : Infinity;
	}

	/**
	 * A card, maybe a new one, gets a tag or loses it, or vanishes; once at most while a poll reads. Where it comes and
	 * goes again, all readings may miss the same other card, and no trigger can tell.
	 */
	change(isRead = false): void {
		const { tagged, changed, random } = this;
		const ids = [...new Set([...tagged].map(cardOf))];
		const isNew = ids.length === 0 || random.chance(0.25);
		const id = isNew ? `${random.chance(0.25) ? 'past' : 'card'}${random.next()}` : random.pick(ids);
		const ofCard = (pair: Pair) => cardOf(pair) === id;
		if (isRead && [...changed].some(ofCard)) return;
		const pairs = random.chance(0.1) ? [...tagged].filter(ofCard) : [`${id} ${random.pick(TAGS)}` as const];
		for (const pair of pairs) {
			changed.add(pair);
			if (!tagged.delete(pair)) tagged.add(pair);
		}
	}

	/** Lists are cut by position: what leaves a page that was read pulls the others over its edge. */
	async exchange({ path, query, version }: ServiceRequest): Promise<unknown> {
		this.calls += 1;
		// A list that changes for ever would be read until the deadline, which there is none of here.
		if (this.calls < 30 && this.random.chance(this.unrest)) this.change(true);
		if (this.calls === this.failAt || (path !== '/tags' && version === this.retired)) throw new Error('no response');
		const { tagId = '', limit, nextPageToken = 0, includePastBizCards } = Object.fromEntries(query);
		const ids = [...this.tagged].filter((pair) => tagOf(pair) === tagId).map(cardOf);
		const found = ids.reverse().filter((id) => shows(includePastBizCards === 'true', id));
		const end = Number(nextPageToken) + Math.min(this.page, Number(limit));
		const data = found.slice(Number(nextPageToken), end).map((id) => ({ id }));
		return { status: 200, json: { data, hasMore: end < found.length, nextPageToken: String(end) } };
	}
}

/** Knows of each card and tag whether a trigger that keeps its promises has noted it, as far as that can be known. */
class Oracle {
	private readonly noted = new Map<Pair, 'yes' | 'perhaps'>();
	private before: Options | undefined;

	/** Judges a poll whose state was stored. */
	judge({ tagged, changed }: Service, options: Options, fired: readonly Pair[]): string[] {
		const { before, noted } = this;
		this.before = options;
		const losing = new Set([...changed].filter((pair) => !tagged.has(pair)).map(tagOf));
		const findings = fired.filter((pair, at) => fired.indexOf(pair) !== at).map((pair) => `twice at once: ${pair}`);
		for (const pair of new Set([...tagged, ...changed, ...noted.keys(), ...fired])) {
			const wasWatched = before?.tagIds.includes(tagOf(pair)) && shows(before.includePast, cardOf(pair));
			const isWatched = options.tagIds.includes(tagOf(pair)) && shows(options.includePast, cardOf(pair));
			const former = noted.get(pair);
			const has = changed.has(pair) ? 'perhaps' : tagged.has(pair) ? 'yes' : undefined;
			const isFired = fired.includes(pair);
			// What a poll had no room for, or what slipped over the edge of a page, follows with the next one.
			const mayBeLate = fired.length >= options.maxRecords || losing.has(tagOf(pair));
			if (isFired && (!wasWatched || !options.tagIds.includes(tagOf(pair)))) findings.push(`no news: ${pair}`);
			if (isFired && !has) findings.push(`without the tag: ${pair}`);
			if (isFired && former === 'yes') findings.push(`again: ${pair}`);
			const isDue = isWatched && wasWatched && has === 'yes' && !former && !mayBeLate;
			if (isDue && !isFired) findings.push(`lost: ${pair}`);
			// What loses the tag while an edit takes effect may be taken for what was there before.
			const isEdited = before?.includePast !== options.includePast;
			if (!has || !isWatched) noted.delete(pair);
			else if (isFired || !wasWatched) noted.set(pair, has);
			else if (has === 'perhaps' && (former || isEdited)) noted.set(pair, 'perhaps');
			else if (former === 'perhaps' && !mayBeLate) noted.set(pair, 'yes');
		}
		return findings;
	}
}

/** What is stored after a poll; `after` is missing where it failed. */
type Storing = (before: TaggedState | undefined, after: TaggedState | undefined) => TaggedState | undefined;

const WRONG: Readonly<Record<string, Storing>> = {
	'forgets all when a poll fails': (_, after) => after,
	'notes nothing after activation': (before, after) => before ?? after,
	'takes a tag that is added for one without cards': (before, after) =>
		after ? { ...after, cards: { t1: [], t2: [], t3: [], ...after.cards } } : before,
};

async function poll(service: Service, options: Options, before: TaggedState | undefined) {
	const { tagIds, maxRecords, version, includePast: includePastBizCards } = options;
	const selection = { version, entryStatus: ['completed'], includeTags: false, includePastBizCards };
	const presentation = { passes: () => true, project: (card: unknown) => card };
	const settings = { range: 'me', tagIds, maxRecords, selection, presentation } as unknown as TriggerSettings;
	const { records, state } = await pollTagged(service as unknown as ServiceClient, settings, 'scope', before);
	return { state, fired: records.map(({ id, taggedWith }): Pair => `${id} ${(taggedWith as { id: string }).id}`) };
}

/** @returns what the oracle finds, and how often the trigger fired */
async function run(seed: number, storing: Storing = (before, after) => after ?? before) {
	const random = new Random(seed);
	// Small pages stand for large ones: the lists are small, too.
	const service = new Service(random, random.pick([2, 3, 5, 300]), random.pick([0, 0.2, 0.5]));
	const oracle = new Oracle();
	let options = someOptions(random);
	let state: TaggedState | undefined;
	let count = 0;
	for (let times = 0; times < 20; times += 1) service.change();
	for (let polls = 1; polls <= POLLS; polls += 1) {
		if (random.chance(0.25)) options = someOptions(random);
		service.retired = random.pick(['', options.version === '2.5' ? '3.2' : '2.5']);
		for (let times = random.whole(0, 12); times > 0; times -= 1) service.change();
		service.begin();
		const result = await poll(service, options, state).catch(String);
		const isFailed = typeof result === 'string';
		if (isFailed !== service.calls >= service.failAt) return { findings: [`failed or not: ${String(result)}`], count };
		// n8n may be killed before it has stored what a poll brought.
		if (!isFailed && random.chance(0.15)) continue;
		state = storing(state, isFailed ? undefined : result.state);
		if (isFailed) continue;
		const findings = oracle.judge(service, options, result.fired);
		if (findings.length > 0) return { findings, count };
		count += result.fired.length;
	}
	return { findings: [], count };
}

it(`breaks no promise in ${RUNS} random histories`, async () => {
	let fired = 0;
	for (let seed = seedOf(); seed < seedOf() + RUNS; seed += 1) {
		const { findings, count } = await run(seed);
		expect({ seed, findings }).toEqual({ seed, findings: [] });
		fired += count;
	}
	expect(fired).toBeGreaterThan(RUNS);
});

it.each(Object.entries(WRONG))('a trigger is caught that %s', async (_, storing) => {
	const found: string[] = [];
	for (let seed = 0; seed < 100; seed += 1) found.push(...(await run(seed, storing)).findings);
	expect(found).not.toEqual([]);
});

it('more than 10,000 cards stop it with a sentence, and then it goes on', async () => {
	const service = new Service(new Random(1));
	const options = { version: '3.2', tagIds: TAGS, includePast: true, maxRecords: 10 };
	for (let id = 0; id < 10_000; id += 1) service.tagged.add(`${id} ${TAGS[id % 2] ?? ''}`);
	const { state } = await poll(service, options, undefined);
	service.tagged.add('new t3');
	await expect(poll(service, options, state)).rejects.toThrow('More than 10,000 business cards have these tags');
	service.tagged.delete('0 t1');
	expect((await poll(service, options, state)).fired).toEqual(['new t3']);
});
