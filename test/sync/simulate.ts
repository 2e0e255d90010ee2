import { parse } from 'csv-parse/sync';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { DEPARTMENT_COLUMNS, USER_COLUMNS, type CallRecord, type Emulator, type OrganizationRecord, type RecordKind } from '../emulator';
import type { NodeRun } from '../support/engine/n8n';
import { withWorld, type World } from '../support/engine/world';
import { act } from './deeds';
import type { Circumstances, History, Night, Trouble } from './history';
import { wrongsOf } from './judge';
import { expected, pictureOf } from './oracle';
import type { Snapshot, SyncItem, Wishes } from './wishes';

/**
 * Lives through the nights of a sync in n8n's engine, against the emulated service over HTTP, and says what went wrong: a
 * promise of the contract that was broken on a night, or an organization that is not what the oracle expects after a night
 * in which nothing went wrong.
 */

const COLUMNS: Readonly<Record<RecordKind, readonly string[]>> = {
	user: USER_COLUMNS.map(({ name }) => name),
	department: DEPARTMENT_COLUMNS.map(({ name }) => name),
};

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', space: ' ' } as const;

const UNDISTURBED: Omit<Night, 'mode' | 'without'> = { trouble: undefined, deed: undefined, cancelAt: undefined, retries: false };

function snapshotOf({ organizationRecords }: Emulator): Snapshot {
	return { departments: [...organizationRecords('department').values()], users: [...organizationRecords('user').values()] };
}

/** Lets every import come to its end. */
function finishImports({ imports }: Emulator): void {
	for (const { id } of imports.list()) for (let step = 0; step < 6; step += 1) imports.advance(id);
}

function parametersFor(mode: string, wishes: Wishes, { csvColumnOrder, delimiter, encoding }: Circumstances): INodeParameters {
	const { matchUsersBy, missingUsers, missingDepartments, protectedUserIds, ...options } = wishes;
	const order = (kind: RecordKind) => (csvColumnOrder === 'fieldTable' ? '' : [...COLUMNS[kind]].reverse().join());
	return {
		resource: 'organization',
		operation: 'sync',
		mode,
		matchUsersBy,
		missingUsers,
		missingDepartments,
		options: {
			...options,
			protectedUserIds: protectedUserIds.join(),
			userColumnOrder: order('user'),
			departmentColumnOrder: order('department'),
			delimiter,
			encoding,
			pollInterval: 1,
			timeout: 30,
		},
	};
}

/** The rows of a kind that a reservation holds. */
function rowsOf({ parts = [] }: CallRecord, kind: RecordKind, { csvColumnOrder, delimiter }: Circumstances): OrganizationRecord[] {
	const part = parts.find(({ name }) => name === kind);
	if (!part) return [];
	const columns = csvColumnOrder === 'fieldTable' ? COLUMNS[kind] : [...COLUMNS[kind]].reverse();
	const rows: string[][] = parse(part.data, { delimiter: DELIMITERS[delimiter] });
	return rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index] ?? ''])));
}

/** A night, and what it was like. */
interface Lived {
	readonly before: Snapshot;
	readonly after: Snapshot;
	readonly run: NodeRun;
	readonly calls: readonly CallRecord[];
	readonly items: readonly SyncItem[];
}

/** A life of one organization. */
class Life {
	readonly findings: string[] = [];

	constructor(
		private readonly world: World,
		private readonly history: History,
	) {}

	private get emulator(): Emulator {
		return this.world.emulator;
	}

	async live(): Promise<void> {
		const { before } = this.history.story;
		for (const cells of before.departments) this.emulator.addOrganizationRecord('department', cells);
		for (const cells of before.users) this.emulator.addOrganizationRecord('user', cells);
		this.emulator.imports.pace = 'manual';
		for (const night of this.history.nights) await this.judged(night);
		// After all that, a night without trouble brings the organization to what the directory says, and the next one changes nothing.
		for (const mode of ['plan', 'apply', 'apply'] as const) await this.judged({ ...UNDISTURBED, mode, without: [] });
		for (const { rule } of this.emulator.violations) this.findings.push(`a breach of the interface: ${rule}`);
	}

	private async judged(night: Night): Promise<void> {
		const lived = await this.night(night);
		this.judgeWrites(night, lived);
		const { trouble, deed, cancelAt } = night;
		if (trouble === undefined && deed === undefined && cancelAt === undefined) this.judgeOutcome(night, lived);
		// Whoever runs a sync waits until imports are done.
		finishImports(this.emulator);
	}

	private async night({ mode, without, trouble, deed, cancelAt, retries }: Night): Promise<Lived> {
		const { emulator, history, world } = this;
		const { story, circumstances } = history;
		const items = story.items.filter((_, index) => !without.includes(index));
		const rows: INodeExecutionData[] = items.map(({ columns }) => ({ json: columns as unknown as IDataObject }));
		const types = items.map(({ kind }) => kind);
		const before = snapshotOf(emulator);
		emulator.clearLog();
		let count = 0;
		let cancel = () => {};
		const remove = emulator.onBeforeCall(({ endpoint }) => {
			count += 1;
			if (count === deed?.at) act(emulator, deed);
			if (count === cancelAt) cancel();
			if (endpoint === 'E15') for (const { id } of emulator.imports.list()) emulator.imports.advance(id);
			// A retry waits for the job whose answer was lost: it is done some reads later.
			if (endpoint === 'E12' && count > 6) finishImports(emulator);
		});
		if (trouble) emulator.faults.add(faultOf(trouble));
		const run = await world.run(
			{ ...parametersFor(mode, story.wishes, circumstances), recordType: `={{ ${JSON.stringify(types)}[$itemIndex] }}` },
			{
				items: rows.length > 0 ? rows : [{ json: { DepartmentPath: 'A', DeleteFlag: 0 } }],
				timezone: 'Asia/Tokyo',
				settings: retries ? { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } : {},
				onStart: (end) => {
					cancel = end;
				},
			},
		);
		remove();
		emulator.faults.clear();
		return { before, after: snapshotOf(emulator), run, calls: [...emulator.calls], items };
	}

	/** What no night may do, whatever goes wrong. */
	private judgeWrites({ mode, retries }: Night, { before, calls }: Lived): void {
		const { wishes } = this.history.story;
		const reservations = calls.filter(({ endpoint, status }) => endpoint === 'E13' && status !== 429);
		const find = (finding: string) => this.findings.push(finding);
		if (mode === 'plan' && calls.some(({ endpoint }) => endpoint === 'E13')) find('a plan writes');
		const bodies = reservations.map(({ parts = [] }) => parts.map(({ name, data }) => `${name} ${data.toString('base64')}`).join());
		if (!retries && new Set(bodies).size < bodies.length) find('a write is sent twice');
		const rows = reservations.flatMap((call) => [...rowsOf(call, 'department', this.history.circumstances), ...rowsOf(call, 'user', this.history.circumstances)]);
		const deletions = rows.filter(({ DeleteFlag }) => DeleteFlag === '1').length;
		if (deletions > wishes.maxDeletions * (retries ? 2 : 1)) find(`${deletions} deletions`);
		for (const row of rows) for (const wrong of wrongsOf(before, row, wishes)) find(wrong);
	}

	/** What a night comes to in which nothing goes wrong. */
	private judgeOutcome(night: Night, lived: Lived): void {
		const { before, after, run, calls, items } = lived;
		if (items.length === 0) return;
		if (before.users.length === 0) {
			if (!run.error?.message.includes('no users')) this.findings.push('it goes on from an empty list of users');
			return;
		}
		const should = expected(before, items, this.history.story.wishes);
		const called = calls.map(({ endpoint }) => endpoint).join(' ');
		const find = (finding: string) => this.findings.push(`${finding} (${called})`);
		if (should.refused !== undefined) {
			const refusals = run.items[0]?.json.refusals as readonly string[] | undefined;
			if (night.mode === 'plan' && refusals && refusals.length > 0) return;
			if (!run.error) find(`not refused: ${should.refused}`);
			else if (run.error.name !== 'NodeOperationError' || !/^E12 E11(?: E12 E11)?$/.test(called)) find(`refused otherwise: ${run.error.message}`);
			return;
		}
		if (run.error) {
			const mayRefuse = this.history.circumstances.equalDepartmentNames === 'refused' && run.error.message.includes('has this name');
			if (!mayRefuse) find(`failed: ${run.error.message}`);
			return;
		}
		const summary = run.items[0]?.json as unknown as ShownSummary;
		const wanted = JSON.stringify(should.picture);
		const isThere = JSON.stringify(pictureOf(before, before)) === wanted;
		if ((summary.changes.length === 0) !== isThere) find(`${summary.changes.length} changes, although ${isThere ? 'nothing' : 'something'} is to be changed`);
		if (isThere && called !== 'E12 E11') find('calls although nothing is to be changed');
		if (night.mode === 'plan') return;
		const picture = JSON.stringify(pictureOf(after, before));
		if (picture !== wanted) find(`another organization: ${picture} instead of ${wanted}`);
		if (summary.converged !== true || summary.changes.some(({ done }) => !done)) find('it says that something did not take effect');
		for (const [kind, plural] of [['users', 'UserUuid'], ['departments', 'DepartmentId']] as const) {
			const ids = (snapshot: Snapshot) => snapshot[kind].map((record) => record[plural]);
			const added = ids(after).filter((id) => !ids(before).includes(id)).length;
			const deleted = ids(before).filter((id) => !ids(after).includes(id)).length;
			const told = summary.counts[kind];
			if (told.added !== added || told.deleted !== deleted) find(`${kind}: ${added} added and ${deleted} deleted, told ${JSON.stringify(told)}`);
		}
	}
}

interface ShownSummary {
	readonly changes: ReadonlyArray<{ readonly done: boolean }>;
	readonly counts: Readonly<Record<'users' | 'departments', { readonly added: number; readonly deleted: number }>>;
	readonly converged: boolean | null;
}

function faultOf({ kind, status, at, lasts, process }: Trouble) {
	return { kind, status, skip: at - 1, process, times: lasts ? Infinity : 1 };
}

/** A history is lived in a second; a machine that took so long stood still, or lost an answer, and its node repeated a read. */
const STOOD_STILL_MS = 30_000;

async function findingsOf(history: History): Promise<string[]> {
	const { delimiter, encoding, ...switches } = history.circumstances;
	return await withWorld(
		async (world) => {
			const life = new Life(world, history);
			await life.live();
			return life.findings;
		},
		{ switches },
	);
}

/**
 * What went wrong in a history; nothing, when all was as promised. What goes wrong while the machine stands still is shown, and
 * the history is lived once more: a fault of the node is there again.
 */
export async function simulate(history: History): Promise<string[]> {
	const started = performance.now();
	const findings = await findingsOf(history);
	const took = performance.now() - started;
	if (findings.length === 0 || took < STOOD_STILL_MS) return findings;
	process.stdout.write(`lived again after ${Math.round(took / 1000)} s: ${findings.join(' | ')}\n`);
	return await findingsOf(history);
}
