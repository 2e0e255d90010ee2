import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { IDataObject, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { runNode } from '../../tools/engine/n8n';
import { loadedNode } from '../../tools/engine/supplies';
import type { ImportAssignment, ImportFigures } from './importRows';
import { longestBlocks, watchCalls, watchLoop } from '../support/loopWatch';

/** The node in a built package. */
const NODE_FILE = 'dist/nodes/BusinessCardData/BusinessCardData.node.js';

const REST_MS = 1_100;

function users(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => ({
		TempId: `u${index}`,
		DepartmentId: 'tempId:d',
		UserId: `user.${index}`,
		UserName: `山田 太郎 ${index}`,
		Email: `user.${index}@example.co.jp`,
		EffectiveDateFrom: '2099-04-01',
	}));
}

const DEPARTMENT: IDataObject = { TempId: 'd', DepartmentName: '営業部' };

function csvOf(rows: readonly IDataObject[]): Buffer {
	const lines = rows.map(
		({ TempId, UserId, UserName, Email, EffectiveDateFrom }) =>
			`${String(TempId)},,D000001,${String(UserId)}x,${String(UserName)},,x${String(Email)},,${String(EffectiveDateFrom)}${','.repeat(13)}\r\n`,
	);
	return Buffer.from(lines.join(''));
}

interface Job {
	readonly name: string;
	readonly parameters: INodeParameters;
	readonly items: INodeExecutionData[];
}

/** Does the imports of the assignment one after the other in this process, and prints what they took. */
async function main(): Promise<void> {
	const { baseUrl, apiKey, packageFolder, rows } = JSON.parse(process.argv[2] ?? '') as ImportAssignment;
	const loaded = createRequire(__filename)(path.resolve(packageFolder, NODE_FILE)) as Record<string, new () => INodeType>;
	const Node = loaded.BusinessCardData;
	if (!Node) throw new Error(`${NODE_FILE} has no BusinessCardData`);
	const create = { resource: 'organizationImport', operation: 'create', source: 'items', recordType: 'detect' };

	async function run({ name, parameters, items }: Job): Promise<{ figures: ImportFigures; output: IDataObject[] }> {
		const node = new (Node as new () => INodeType)();
		const calls = watchCalls(node);
		const type = loadedNode(node);
		const watching = watchLoop();
		const start = performance.now();
		const result = await runNode({ credential: { baseUrl, apiKey, appId: '' }, parameters, items, type });
		const milliseconds = performance.now() - start;
		const blocks = watching.stop();
		const longest = longestBlocks(blocks, calls);
		const figures: ImportFigures = {
			name,
			rows,
			milliseconds,
			longestOursMs: longest.ours,
			longestEngineMs: longest.before,
			heldInLoopMs: calls.heldMs,
			error: result.error?.message ?? '',
		};
		await wait(REST_MS);
		return { figures, output: result.items.map(({ json }) => json) };
	}

	const all: ImportFigures[] = [];
	const added = await run({
		name: 'items that add, waited for',
		parameters: { ...create, options: { waitForCompletion: true, pollInterval: 1 } },
		items: [DEPARTMENT, ...users(rows)].map((json) => ({ json })),
	});
	all.push(added.figures);
	const results = (added.output[0]?.results ?? []) as IDataObject[];
	const edits = results.filter(({ Type }) => Type === 1).map(({ Id }, index) => ({ UserUuid: Id, UserName: `佐藤 花子 ${index}` }));
	all.push((await run({ name: 'items that edit one column', parameters: create, items: edits.map((json) => ({ json })) })).figures);
	const file = { data: csvOf(users(rows)).toString('base64'), mimeType: 'text/csv' };
	const files = { source: 'files', userBinaryPropertyName: 'users', departmentBinaryPropertyName: '' };
	all.push((await run({ name: 'a file', parameters: { ...create, ...files }, items: [{ json: {}, binary: { users: file } }] })).figures);
	process.stdout.write(`${JSON.stringify({ figures: all })}\n`, () => process.exit(0));
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
	process.exit(1);
});
