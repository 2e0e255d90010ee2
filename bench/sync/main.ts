import { availableParallelism } from 'os';
import path from 'path';
import { parseArgs } from 'util';
import { putBetweenMarks } from '../../tools/generated';
import { whole } from '../support/markdown';
import { liveThrough } from './histories';
import { measureSpeed } from '../support/syncSpeed/speed';
import { searchWorlds } from './worlds';

const PAGE = path.join(__dirname, '..', '..', 'docs', 'internals', 'sync-exactness.md');

const HELP = `npm run bench:sync -- <part> [options]
  histories        nights of a sync: failures at any call, other people at work, executions cancelled
  speed            10,000 users and 500 departments: time, memory, and how long the event loop is held
  worlds           every world of up to three departments and three users, searched whole (an hour on two cores)
  --processes <n>  how many at once (one for each core)
  --runs <n>       histories (10000)
  --seed <n>       the first seed (20260101)
  --departments <n>, --users <n>  smaller worlds
  --every-naming   also worlds that differ by the names of their departments alone
  --dry            leave docs/internals/sync-exactness.md alone`;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		processes: { type: 'string', default: String(availableParallelism()) },
		runs: { type: 'string', default: '10000' },
		seed: { type: 'string', default: '20260101' },
		departments: { type: 'string', default: '3' },
		users: { type: 'string', default: '3' },
		'every-naming': { type: 'boolean', default: false },
		dry: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});

function wholeNumber(name: 'processes' | 'runs' | 'seed' | 'departments' | 'users', least: number): number {
	const number = Number(values[name]);
	if (Number.isInteger(number) && number >= least) return number;
	throw new Error(`--${name} is ${values[name]}: it must be a whole number of at least ${least}\n${HELP}`);
}

async function worlds(): Promise<string> {
	const bounds = { departments: wholeNumber('departments', 0), users: wholeNumber('users', 0), everyNaming: values['every-naming'] };
	const result = await searchWorlds(bounds, wholeNumber('processes', 1), (searched, faults) => console.log(`${searched}, ${faults.length} faults`));
	for (const fault of result.faults) console.log(fault);
	if (result.faults.length > 0) process.exitCode = 1;
	const verdict = result.faults.length === 0 ? 'all planned right' : 'not all planned right';
	const scope = `up to ${bounds.departments} departments and ${bounds.users} users, ${bounds.everyNaming ? 'under every name' : 'which differ by more than names'}`;
	const command = `npm run bench:sync -- worlds --departments ${bounds.departments} --users ${bounds.users}${bounds.everyNaming ? ' --every-naming' : ''}`;
	return `${whole(result.worlds)} worlds of ${scope}: ${verdict}. Made by \`${command}\`.`;
}

async function histories(): Promise<string> {
	const [runs, seed] = [wholeNumber('runs', 1), wholeNumber('seed', 0)];
	const failures = await liveThrough(runs, seed, wholeNumber('processes', 1), (lived) => console.log(`${lived} of ${runs}`));
	for (const failure of failures) console.log(failure);
	if (failures.length > 0) process.exitCode = 1;
	return `${whole(runs)} histories of one to six nights: ${failures.length === 0 ? 'no promise broken' : `${failures.length} with a broken promise`}. Made by \`npm run bench:sync -- histories --runs ${runs} --seed ${seed}\`.`;
}

const PARTS: Readonly<Record<string, () => Promise<string>>> = { histories, speed: measureSpeed, worlds };

async function main(): Promise<void> {
	const [name = ''] = positionals;
	const part = PARTS[name];
	if (!part || values.help) return console.log(HELP);
	const text = await part();
	console.log(text);
	if (!values.dry) putBetweenMarks(PAGE, name, text);
}

void main();
