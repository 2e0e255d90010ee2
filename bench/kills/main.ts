import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureN8n } from '../../tools/realN8n/install';
import { buildPackage, packPackage } from '../../tools/realN8n/package';
import { repositoryFolder } from '../../tools/realN8n/paths';
import { putBetweenMarks } from '../../tools/generated';
import { CASES } from './cases';
import { measure, type Measured } from './measure';
import { toMarkdown } from './report';

/*
 * What n8n makes of the records of a poll when it, a worker, Redis or Postgres is killed: some workflows watch the same
 * cards, something is killed at an aimed moment and started again, and every batch of cards is looked for in what the
 * workflows delivered and in all their executions.
 */

const page = join(repositoryFolder, 'docs/internals/crash.md');
/** What was measured last of each case, so that one can be measured again without the others. */
const kept = join(__dirname, 'figures.json');
const seeds = 1_000_000;

const HELP = `npm run bench:kills -- [options]
  --only <names>  cases, separated by commas (all): ${CASES.map(({ name }) => name).join(', ')}
  --kills <n>     kills for each case (16)
  --minutes <n>   begin no kill of a case later than this (20)
  --seed <n>      the moments (any)
  --keep          leave what was written behind, for looking at logs
  --dry           leave docs/internals/crash.md and what is kept alone`;

const { values } = parseArgs({
	options: {
		only: { type: 'string', default: CASES.map(({ name }) => name).join(',') },
		kills: { type: 'string', default: '16' },
		minutes: { type: 'string', default: '20' },
		seed: { type: 'string', default: String(Math.floor(Math.random() * seeds)) },
		keep: { type: 'boolean', default: false },
		dry: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});

function say(text: string): void {
	process.stderr.write(`kills: ${text}\n`);
}

function wholeNumber(name: 'kills' | 'minutes' | 'seed', least: number): number {
	const number = Number(values[name]);
	if (Number.isInteger(number) && number >= least) return number;
	throw new Error(`--${name} is ${values[name]}: it must be a whole number of at least ${least}\n${HELP}`);
}

function chosenCases() {
	return values.only.split(',').map((name) => {
		const found = CASES.find((each) => each.name === name);
		if (!found) throw new Error(`--only names "${name}", which is none of the cases\n${HELP}`);
		return found;
	});
}

async function keep(measured: Measured): Promise<void> {
	const before = JSON.parse(await readFile(kept, 'utf8')) as Measured[];
	const all = [...before.filter((each) => each.case !== measured.case), measured];
	await writeFile(kept, `${JSON.stringify(all, undefined, '\t')}\n`);
	putBetweenMarks(page, 'kills', toMarkdown(all));
}

/* What was started ends when this process does, but not when it is ended by a signal. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

async function main(): Promise<void> {
	const plan = { seed: wholeNumber('seed', 0), kills: wholeNumber('kills', 1), minutes: wholeNumber('minutes', 1) };
	const cases = chosenCases();
	const folder = await mkdtemp(join(tmpdir(), 'business-card-kills-'));
	/* Postgres may run as another user, who has to get through to its folder. */
	await chmod(folder, 0o711);
	try {
		await buildPackage();
		const tarball = await packPackage(folder);
		const { program } = await ensureN8n(say);
		for (const each of cases) {
			say(`${each.name}, seed ${plan.seed}, in ${folder}`);
			const measured = await measure(each, plan, { program, tarball, folder, say });
			process.stdout.write(`${JSON.stringify(measured)}\n${toMarkdown([measured])}\n`);
			if (!values.dry) await keep(measured);
		}
	} finally {
		if (!values.keep) await rm(folder, { recursive: true, force: true });
	}
}

if (values.help) process.stdout.write(`${HELP}\n`);
else void main();
