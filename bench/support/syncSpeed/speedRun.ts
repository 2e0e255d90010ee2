import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as wait } from 'node:timers/promises';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { BusinessCardData } from '../../../nodes/BusinessCardData/BusinessCardData.node';
import { runNode } from '../../../tools/engine/n8n';
import { loadedNode } from '../../../tools/engine/supplies';
import { longestBlocks, watchCalls, watchLoop } from '../loopWatch';
import { pathTo } from './company';
import type { SpeedAssignment, SpeedFigures } from './speed';

/** A little more than the second in which calls are counted. */
const REST_MS = 1_100;

/** Node tells here of each HTTP request that this process begins. */
const REQUESTS = 'http.client.request.start';

/** How often the memory is looked at. */
const LOOK_MS = 20;

function directory(users: number, departments: number, change: (number: number) => IDataObject): IDataObject[] {
	const people = Array.from({ length: users }, (_, number) => ({
		UserId: `user.${number}`,
		UserName: `山田 太郎 ${number}`,
		Email: `user.${number}@example.co.jp`,
		DepartmentPath: pathTo(number % departments),
		SamlNameId: `saml ${number}`,
		UserType: 0,
		...change(number),
	}));
	return [...people, ...Array.from({ length: departments }, (_, number) => ({ DepartmentPath: pathTo(number), Order: number }))];
}

/** Lets a sync run in this process, and says what it took. */
async function measured(name: string, { baseUrl, apiKey }: SpeedAssignment, rows: readonly IDataObject[], more: INodeParameters): Promise<SpeedFigures> {
	const node = new BusinessCardData();
	const calls = watchCalls(node);
	const type = loadedNode(node);
	const items = rows.map((json) => ({ json }));
	global.gc?.();
	const before = process.memoryUsage().heapUsed;
	let most = before;
	const looking = setInterval(() => {
		most = Math.max(most, process.memoryUsage().heapUsed);
	}, LOOK_MS);
	let requests = 0;
	const count = () => (requests += 1);
	subscribe(REQUESTS, count);
	const watching = watchLoop();
	const parameters = { resource: 'organization', operation: 'sync', mode: 'plan', ...more };
	const result = await runNode({ credential: { baseUrl, apiKey, appId: '' }, parameters, items, type, timezone: 'Asia/Tokyo' });
	const blocks = watching.stop();
	clearInterval(looking);
	unsubscribe(REQUESTS, count);
	const changes = result.items[0]?.json.changes;
	await wait(REST_MS);
	return {
		name,
		changes: Array.isArray(changes) ? changes.length : 0,
		calls: requests,
		seconds: (calls.done - calls.last) / 1_000,
		longestMs: longestBlocks(blocks, calls).ours,
		megabytes: (most - before) / 1e6,
		error: result.error?.message.slice(0, 200) ?? '',
	};
}

/** Every column of the directory from an expression of its own. */
const MAPPED = {
	dataMode: 'mapColumns',
	columns: {
		mappingMode: 'defineBelow',
		value: Object.fromEntries(
			['UserId', 'UserName', 'Email', 'DepartmentPath', 'SamlNameId', 'UserType', 'Order'].map((name) => [name, `={{ $json.${name} }}`]),
		),
		matchingColumns: [],
		schema: [],
	},
};

async function main(): Promise<void> {
	const assignment = JSON.parse(process.argv[2] ?? '') as SpeedAssignment;
	const { users, departments } = assignment;
	const unlimited = { options: { maxDeletions: users } };
	const newcomers = (number: number) => ({
		UserId: `new.${number}`,
		Email: `new.${number}@example.co.jp`,
		SamlNameId: `new saml ${number}`,
		EffectiveDateFrom: '2099-04-01',
	});
	const moved = (number: number) => ({ UserName: `佐藤 花子 ${number}`, DepartmentPath: pathTo((number + 1) % departments) });
	const figures = [
		await measured('nothing changes', assignment, directory(users, departments, () => ({})), {}),
		await measured('nothing changes, each column mapped', assignment, directory(users, departments, () => ({})), MAPPED),
		await measured('every second user is edited and moves', assignment, directory(users, departments, (number) => (number % 2 === 0 ? moved(number) : {})), {}),
		await measured('all users go and others come', assignment, directory(users, departments, newcomers), { missingUsers: 'delete', ...unlimited }),
		await measured('100 users are edited, applied', assignment, directory(users, departments, (number) => (number % 100 === 0 ? moved(number) : {})), { mode: 'apply' }),
	];
	process.stdout.write(`${JSON.stringify({ figures })}\n`, () => process.exit(0));
}

void main();
