import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ManualClock, type Switches } from '../../emulator';
import type { NodeRun } from '../../support/engine/n8n';
import { withWorld, type World } from '../../support/engine/world';
import type { RunOptions } from '../../support/engine/n8n';

/** Cards of the company: more than a page holds. */
export const CARDS = 310;

/** Reports: more than a page holds where the service gives 100. */
export const REPORTS = 120;

/** How much there is. */
interface Size {
	readonly cards: number;
	readonly reports: number;
}

/** The first second of the company. */
export const BEGIN = Date.parse('2026-03-01T00:00:00Z');

/** What stands in a cell that a careless reader or writer of CSV breaks. */
export const CELL = '営業, "第1"; 部\n2課';

/** A service under one configuration, filled, and the node against it. */
export interface Stage {
	readonly world: World;
	readonly switches: Switches;
	readonly clock: ManualClock;
	/** Runs an operation with a key of its own: no story waits for the allowance of another. */
	run(operation: string, parameters?: INodeParameters, options?: Partial<RunOptions>): Promise<NodeRun>;
}

/** Id of the card with a number. */
export function cardId(number: number): string {
	return `c${String(number).padStart(4, '0')}`;
}

/** The second in which that card was registered and updated. */
export function secondOf(number: number): string {
	return new Date(BEGIN + number * 1_000).toISOString().replace('.000', '');
}

/** Cards a second apart, two of them with tags; reports; a department and a user. */
function fill({ emulator }: World, { cards, reports }: Size): void {
	emulator.addTag({ id: 't1', name: '展示会', type: 'private' });
	emulator.addTag({ id: 't2', name: '商談', type: 'shared' });
	const tags = new Map([
		[0, ['t1', 't2']],
		[1, ['t1']],
	]);
	for (let number = 0; number < cards; number += 1) {
		// Where the service keeps fractions of a second, no card stands at the very bound of a term.
		const updatedTime = BEGIN + number * 1_000 + 400;
		emulator.addCard({ id: cardId(number), personId: `p${number}`, companyName: '北斗商事', tagIds: tags.get(number) ?? [], updatedTime });
	}
	for (let number = 0; number < reports; number += 1) {
		const type = number === 0 ? 'OnlineMeeting' : 'Meeting';
		const categories = [
			{ name: number === 1 ? 'phase' : 'kind', value: number === 2 ? 'phase' : 'first' },
		];
		const id = `r${String(number).padStart(3, '0')}`;
		emulator.addReport({ id, type, categories: number < 5 ? categories : [], title: '', updatedTime: BEGIN + number * 1_000 });
	}
	emulator.addOrganizationRecord('department', { DepartmentId: 'D1', DepartmentName: CELL, Order: '2' });
	emulator.addOrganizationRecord('user', { UserUuid: 'u-1', DepartmentId: 'D1', UserId: '007', UserName: CELL, Culture: '1' });
}

/** Tells a story on the stage of a configuration. */
export async function onStage<T>(
	switches: Switches,
	story: (stage: Stage) => Promise<T>,
	size: Size = { cards: CARDS, reports: REPORTS },
): Promise<T> {
	const clock = new ManualClock('2026-04-01T00:00:00Z');
	return await withWorld(
		async (world) => {
			fill(world, size);
			const run: Stage['run'] = async (name, parameters = {}, options = {}) => {
				const [resource = '', operation = ''] = name.split('.');
				const credential = world.credential({ apiKey: world.freshKey(), appId: world.emulator.appId });
				return await world.run({ resource, operation, ...parameters }, { credential, ...options });
			};
			return await story({ world, switches, clock, run });
		},
		{ clock, switches },
	);
}

/** Stories at the same time: enough that one works while others wait, few enough that none starves. */
const AT_ONCE = 8;

/** Tells stories side by side and gives what they came to, in their order. */
export async function sideBySide<T>(stories: ReadonlyArray<() => Promise<T>>): Promise<T[]> {
	const results: T[] = [];
	const waiting = [...stories.entries()];
	const teller = async () => {
		for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await next[1]();
	};
	await Promise.all(Array.from({ length: AT_ONCE }, teller));
	return results;
}

/** The outcome of a run that was refused: the status, and whether a person was told anything. */
export interface Refused {
	readonly refused: string;
}

/** What a run gave, read by `read`; or with what status it was refused. */
export function outcomeOf<T>({ items, error }: NodeRun, read: (rows: IDataObject[]) => T): T | Refused {
	if (!error) return read(items.map(({ json }) => json));
	const told = error.message.length > 10 && Boolean(error.description);
	return { refused: told ? String(error.httpCode) : `without a word: ${error.message}` };
}

/** A long list by what matters of it: how many, how many different ones, in which order. */
export interface ListOutcome {
	readonly count: number;
	readonly different: number;
	readonly order: 'ascending' | 'descending' | 'neither';
}

export function listOutcome(rows: IDataObject[]): ListOutcome {
	const ids = rows.map(({ id }) => String(id));
	const ascending = [...ids].sort().join();
	const order =
		ids.join() === ascending ? 'ascending' : [...ids].reverse().join() === ascending ? 'descending' : 'neither';
	return { count: ids.length, different: new Set(ids).size, order };
}

export function idsOf(rows: IDataObject[]): string[] {
	return rows.map(({ id }) => String(id));
}
