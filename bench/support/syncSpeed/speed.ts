import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { loadavg } from 'node:os';
import { toTable, whole } from '../markdown';
import { startProgram } from '../childProcess';
import { withModules, withProgram } from '../program';

const USERS = 10_000;
const DEPARTMENTS = 500;

/** What the process that runs the syncs is told. */
export interface SpeedAssignment {
	readonly baseUrl: string;
	readonly apiKey: string;
	readonly users: number;
	readonly departments: number;
}

/** What one sync took. */
export interface SpeedFigures {
	readonly name: string;
	readonly changes: number;
	/** To the service. */
	readonly calls: number;
	/** From n8n's last call of the node to its last item, the service included. */
	readonly seconds: number;
	/** The longest that the node held the event loop. */
	readonly longestMs: number;
	/** The most memory beyond what was in use before. */
	readonly megabytes: number;
	readonly error: string;
}

/** Measures syncs of a large company, and gives the table. */
export async function measureSpeed(): Promise<string> {
	const service = startProgram(path.join(__dirname, 'speedService.ts'), [String(DEPARTMENTS), String(USERS)]);
	try {
		const { baseUrl, apiKey } = (await service.firstLine) as SpeedAssignment;
		const assignment: SpeedAssignment = { baseUrl, apiKey, users: USERS, departments: DEPARTMENTS };
		const figures = await withProgram(path.join(__dirname, 'speedRun.ts'), async (program) => {
			const args = ['--expose-gc', program, JSON.stringify(assignment)];
			const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: withModules(), maxBuffer: 1e9 });
			const line = stdout.split('\n').find((each) => each.startsWith('{"figures"'));
			if (line === undefined) throw new Error(stderr);
			return (JSON.parse(line) as { figures: SpeedFigures[] }).figures;
		});
		const head = ['directory', 'changes', 'calls', 'seconds', 'longest block', 'memory'];
		const rows = figures.map(({ name, changes, calls, seconds, longestMs, megabytes, error }) => [
			error === '' ? name : `${name}: ${error}`,
			whole(changes),
			whole(calls),
			seconds.toFixed(1),
			`${whole(longestMs)} ms`,
			`${whole(megabytes)} MB`,
		]);
		const load = `${whole(USERS)} users and ${whole(DEPARTMENTS)} departments; processes that wanted to run: ${(loadavg()[0] ?? NaN).toFixed(1)}.`;
		return `${load} Made by \`npm run bench\`.\n\n${toTable(head, rows)}`;
	} finally {
		await service.end();
	}
}
