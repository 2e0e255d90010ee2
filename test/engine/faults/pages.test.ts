import { isObject } from '../../../nodes/shared';
import type { FaultScript } from '../../emulator';
import { openWorld, leapClock } from '../../../tools/engine/world';
import { describeFaults, type Calls, type Effect } from './matrix';
import { furnishAll, SUBJECTS, type Subject } from './subjects';
import { FOREIGN, unanswered, useless } from './texts';

/** Lists that do not come to their end, for every operation that reads a list and a poll. */

function isList({ row }: Subject): boolean {
	return row.response === 'list';
}

function changedEnvelope(changes: object): (body: unknown) => unknown {
	return (body) => (isObject(body) ? { ...body, ...changes } : body);
}

function endless(message: string, calls: Calls): Effect {
	return { kind: 'fails', said: unanswered(`${message}, so the list cannot be read to its end`, FOREIGN), calls };
}

const SAME_PAGE = 'The service sent the same page twice';
const NO_TOKEN = useless('The service said that the list continues, but sent no page token');

describeFaults([
	{
		name: 'an empty page that promises more, for ever',
		meets: isList,
		script: { kind: 'emptyPage' },
		effect: endless('The service sent 21 pages in a row without a new record', 21),
		on: { 'a poll': endless('The service sent 21 pages in a row without a record', 21) },
	},
	{
		name: 'a page that gives its own token again, for ever',
		meets: isList,
		script: { kind: 'repeatToken' },
		effect: endless(SAME_PAGE, 2),
		on: { 'a poll': endless('The service sent 21 pages in a row without a record', { most: 100 }) },
	},
	{
		name: 'a list that goes on without saying how',
		meets: isList,
		script: { kind: 'transform', transform: changedEnvelope({ hasMore: true, nextPageToken: null }) },
		effect: NO_TOKEN,
	},
	{
		name: 'a list that goes on under an empty token',
		meets: isList,
		script: { kind: 'transform', transform: changedEnvelope({ hasMore: true, nextPageToken: '' }) },
		effect: NO_TOKEN,
	},
	{
		name: 'a list that ends and gives a token all the same',
		meets: isList,
		script: { kind: 'transform', transform: changedEnvelope({ hasMore: false, nextPageToken: 'x' }) },
		effect: { kind: 'harmless' },
	},
	{
		name: 'an envelope of nulls',
		meets: isList,
		script: { kind: 'transform', transform: changedEnvelope({ hasMore: null, nextPageToken: null, data: null }) },
		effect: { kind: 'gives', output: () => [] },
	},
	{
		name: 'a list that is something else',
		meets: isList,
		script: { kind: 'transform', transform: changedEnvelope({ data: { id: 'c1' } }) },
		effect: useless('The service sent a response without the requested list'),
	},
]);

describe('once', () => {
	const worlds = openWorld();

	beforeAll(async () => {
		await worlds.open();
		furnishAll(worlds.world);
	});

	afterAll(async () => await worlds.close());

	const ONCE: ReadonlyArray<readonly [string, FaultScript]> = [
		['an empty page that promises more', { kind: 'emptyPage' }],
		['a page that gives its own token again', { kind: 'repeatToken' }],
	];

	describe.each(ONCE)('%s', (_, script) => {
		test.each(SUBJECTS.filter(isList).map((subject) => [subject.name, subject] as const))(
			'%s: the list is read to its end, every record once',
			async (__, subject) => {
				const { emulator } = worlds.world;
				const actor = await subject.prepare(worlds.world);
				leapClock.leap(60_000);
				emulator.faults.add(script);
				const { output, error } = await actor.attempt();
				expect([error, output]).toEqual([undefined, actor.expected]);
				expect(emulator.faults.waiting).toBe(0);
				expect(emulator.calls.length).toBeLessThanOrEqual(4);
			},
		);
	});
});
