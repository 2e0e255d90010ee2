import fc from 'fast-check';
import type { OrganizationRecord } from '../emulator';
import { wrongsOf } from './judge';
import { expected, pictureOf } from './oracle';
import { planFor } from './planModel';
import { ServiceModel } from './serviceModel';
import { stories, USUAL_SEED, type Story } from './stories';
import type { Snapshot, SyncItem } from './wishes';

/**
 * Night after night on a service that keeps texts in its own form (NFC, trimmed, addresses in lower case), for a directory
 * that writes them in another, each first night cut off after one of its jobs. `RUNS=10000 npx jest test/sync/nights` lives
 * through 10,000 of them.
 */
const RUNS = Number(process.env['RUNS'] ?? 100);

/** More nights than any of them needs. */
const MOST = 4;

const ACCENTED = 'Ä';

/** The same words as a directory on another system writes them. */
function written({ kind, columns }: SyncItem): SyncItem {
	const accented = (text: unknown) => (typeof text === 'string' ? ` ${text.replace(/A/g, ACCENTED.normalize('NFD'))}\u200b ` : text);
	const changed = Object.entries(columns).map(([name, value]) => {
		if (!/^(?:DepartmentPath|DepartmentName|UserName)$/.test(name) || value === '') return [name, value];
		return [name, Array.isArray(value) ? value.map(accented) : name === 'UserName' ? ` ${String(value)} ` : accented(value)];
	});
	return { kind, columns: Object.fromEntries(changed) as SyncItem['columns'] };
}

function mapped({ departments, users }: Snapshot, change: (column: string, text: string) => string): Snapshot {
	const texts = (record: OrganizationRecord) =>
		Object.fromEntries(Object.entries(record).map(([name, text]) => [name, change(name, text ?? '')]));
	return { departments: departments.map(texts), users: users.map(texts) };
}

const accented = (name: string, text: string) => (name === 'DepartmentName' ? text.replace(/A/g, ACCENTED) : text);
const plain = (name: string, text: string) => (name === 'DepartmentName' ? text.replaceAll(ACCENTED, 'A') : text);

/** What the service keeps of what it is given. */
function keptForm(name: string, text: string): string {
	const kept = text.normalize('NFC').trim();
	return name.endsWith('Email') ? kept.toLowerCase() : kept;
}

/** What went wrong, and whether there was anything to do. */
function live({ before, items, wishes, shuffle }: Story): { findings: string[]; changes: number } {
	const should = expected(before, items, wishes);
	if (should.refused !== undefined) return { findings: [], changes: 0 };
	const sheet = items.map(written);
	const findings: string[] = [];
	const start = mapped(mapped(before, accented), keptForm);
	let now = start;
	let changes = 0;
	for (let night = 0; ; night += 1) {
		const plan = planFor(now, sheet, wishes);
		if (plan.violations.length > 0 || plan.refusals.length > 0) {
			return { findings: [`night ${night} is refused: ${JSON.stringify([plan.violations, plan.refusals])}`], changes };
		}
		if (plan.jobs.length === 0) break;
		if (night === MOST) return { findings: [`it never ends: ${JSON.stringify(plan.changes)}`], changes };
		changes += plan.changes.length;
		const jobs = night === 0 ? plan.jobs.slice(0, (shuffle[0] ?? 0) % (plan.jobs.length + 1)) : plan.jobs;
		for (const { cells } of jobs.flatMap((job) => [...job.department, ...job.user])) findings.push(...wrongsOf(start, cells, wishes));
		now = night === 0 ? carriedOut(now, jobs) : carriedOut(now, plan.jobs);
	}
	const picture = JSON.stringify(pictureOf(mapped(now, plain), before));
	if (picture !== JSON.stringify(should.picture)) findings.push(`${picture} instead of ${JSON.stringify(should.picture)}`);
	return { findings, changes };
}

function carriedOut(now: Snapshot, jobs: ReadonlyArray<Parameters<ServiceModel['import']>[0]>): Snapshot {
	const service = new ServiceModel(now, { deletionsJudged: 'before' });
	for (const job of jobs) {
		const wrong = service.import(job);
		if (wrong.length > 0) throw new Error(wrong.join(' | '));
	}
	return mapped(service.snapshot, keptForm);
}

it('ends converged and safe, whatever form the service keeps texts in and wherever the first night is cut off', () => {
	let changes = 0;
	const property = fc.property(stories, (story) => {
		const lived = live(story);
		changes += lived.changes;
		expect(lived.findings).toEqual([]);
	});
	fc.assert(property, { seed: USUAL_SEED, numRuns: RUNS, endOnFailure: true });
	expect(changes).toBeGreaterThan(RUNS / 2);
}, 600_000);
