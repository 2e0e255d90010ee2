import fc from 'fast-check';
import type { OrganizationPlan } from '../../nodes/shared';
import type { OrganizationRecord } from '../emulator';
import { inFull } from '../inFull';
import { expected, pictureOf } from './oracle';
import { randomWorlds, SEED } from './randomWorlds';
import { smallWorlds } from './smallWorlds';
import { imported, planFor, type Snapshot, type SyncItem, type World } from './world';

/**
 * The planner against the oracle, and its plans against the emulated service. `RUNS=10000 npx jest test/sync` takes so many
 * random worlds, and lives so many times through nights.
 */
const RUNS = Number(process.env['RUNS'] ?? 100);

jest.setTimeout(600_000);

const reasonsOf = ({ violations, refusals }: OrganizationPlan) =>
	[...violations, ...refusals].map((each) => each.message);

/** Tries a world once, and on services that judge deletions before and after all else of an import. */
function check(world: World): void {
	const plan = planFor(world);
	const should = expected(world);
	const told = { reasons: reasonsOf(plan), should: should.refused };
	expect({ ...told, isRefused: told.reasons.length > 0 }).toEqual({ ...told, isRefused: should.refused !== undefined });
	if (should.refused !== undefined) return;
	for (const deletionsJudged of ['after', 'before'] as const) {
		const after = imported(world.before, plan.imports, { deletionsJudged });
		expect(pictureOf(after, world.before)).toEqual(should.picture);
		expect(planFor({ ...world, before: after })).toMatchObject({ violations: [], changes: [] });
	}
}

function everyRun(run: (world: World, number: number) => void): void {
	fc.assert(fc.property(randomWorlds, fc.nat(), run), { seed: SEED, numRuns: RUNS, endOnFailure: true });
}

it('brings any organization to what the items say, or refuses what the contract refuses', () => everyRun(check));

it.each(['1 2', '2 1', '2 2', '3 0'])('plans right in every world of so many departments and users: %s', (counts) => {
	const [departments = 0, users = 0] = counts.split(' ').map(Number);
	// `npm test` takes some of them.
	const every = inFull(1, 50);
	let count = 0;
	for (const world of smallWorlds(departments, users)) if ((count += 1) % every === 0) check(world);
	expect(count).toBeGreaterThan(200);
});

function mapped({ departments, users }: Snapshot, change: (column: string, text: string) => string): Snapshot {
	const texts = (record: OrganizationRecord) =>
		Object.fromEntries(Object.entries(record).map(([name, text]) => [name, change(name, text ?? '')]));
	return { departments: departments.map(texts), users: users.map(texts) };
}

/** What the service keeps of what it is given. */
function keptForm(name: string, text: string): string {
	const kept = text.normalize('NFC').trim();
	return name.endsWith('Email') ? kept.toLowerCase() : kept;
}

/** The same words as a directory on another system writes them. */
function written({ kind, columns }: SyncItem): SyncItem {
	const padded = (name: string, value: unknown): unknown => {
		if (Array.isArray(value)) return value.map((each) => padded(name, each));
		if (value === '' || !/^(?:UserName|Department(?:Path|Name))$/.test(name)) return value;
		return name === 'UserName' ? ` ${value} ` : ` ${String(value).normalize('NFD')}\u200b `;
	};
	const changed = Object.entries(columns).map(([name, value]) => [name, padded(name, value)]);
	return { kind, columns: Object.fromEntries(changed) as SyncItem['columns'] };
}

it('ends converged and safe in a few nights, whatever form the service keeps texts in and wherever the first night is cut off', () => {
	let changes = 0;
	everyRun((world, number) => {
		const should = expected(world);
		if (should.refused !== undefined) return;
		let now = mapped(world.before, keptForm);
		for (let night = 0; ; night += 1) {
			const plan = planFor({ ...world, items: world.items.map(written), before: now });
			expect(reasonsOf(plan)).toEqual([]);
			if (plan.imports.length === 0) break;
			// More nights than any world needs.
			expect(night).toBeLessThan(4);
			changes += plan.changes.length;
			const imports = night === 0 ? plan.imports.slice(0, number % (plan.imports.length + 1)) : plan.imports;
			now = mapped(imported(now, imports, { deletionsJudged: 'before' }), keptForm);
		}
		expect(pictureOf(now, world.before)).toEqual(should.picture);
	});
	expect(changes).toBeGreaterThan(RUNS / 2);
});
