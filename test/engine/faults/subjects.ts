import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { ENDPOINTS, endpoint, isEndpointName, type EndpointName, type EndpointRow } from '../../../nodes/shared';
import { namesOf } from '../../description/contract';
import { furnish } from '../../description/requestCases';
import { PolledTrigger, type NodeError } from '../../../tools/engine/n8n';
import { APP_ID } from '../../../tools/engine/secrets';
import { ALWAYS, type World } from '../../../tools/engine/world';
import { jpeg } from '../../../tools/jpeg';
import { DEPARTMENT, inMemory, itemsOf, USER } from '../writes/support';

/** What the faults are tried on: each of the node's operations, and a poll of the trigger. */

/** What came of one run or poll. */
export interface Outcome {
	/** What was handed over, plain; empty when it failed. */
	readonly output: readonly unknown[];
	readonly error: NodeError | undefined;
	/** All that n8n keeps or shows of it. */
	readonly traces: unknown;
}

/** Something that can be done again and again, and what it hands over when nothing is in its way. */
export interface Actor {
	readonly expected: readonly unknown[];
	attempt(changes?: Circumstances): Promise<Outcome>;
}

/** What is not as usual in an attempt. */
export interface Circumstances {
	readonly baseUrl?: string;
	/** Milliseconds after which a silent service is given up. */
	readonly patience?: number;
}

export interface Subject {
	readonly name: string;
	readonly row: EndpointRow;
	readonly isPoll: boolean;
	/** Prepares a company for the subject, and gives who acts in it. */
	prepare(world: World): Promise<Actor>;
	/** How often the thing that it writes is there; 0 for what reads. */
	written(world: World): number;
}

interface NodeCase {
	readonly parameters: INodeParameters;
	readonly items?: (world: World) => INodeExecutionData[];
}

/** Two cards, two tags, two reports …: a list of one record would not tell whether the second was lost. */
export function furnishAll({ emulator }: World): void {
	furnish(emulator);
	emulator.addCard({ id: 'c2', personId: 'p2', tagIds: ['t1'], memo: '髙橋 "x", y\r\nz' });
	emulator.setImage('c1', 'front', jpeg());
	const { id: tagId } = emulator.addTag({ id: 't2', type: 'private' });
	emulator.changeCard('c1', { tagIds: ['t1', tagId] });
	emulator.addReport({ id: 'r2' });
	emulator.addOrganizationRecord('department', { DepartmentName: '営業部' });
	const [DepartmentId] = emulator.organizationRecords('department').keys();
	emulator.addOrganizationRecord('user', {
		DepartmentId: DepartmentId ?? '',
		UserId: 'second',
		UserName: '髙橋',
		Email: 'second@example.co.jp',
	});
	emulator.imports.pace = 'manual';
	const job = emulator.imports.reserve({ department: [['a1', '', 'Sales', '', '', '', '']] }, '2.0');
	emulator.imports.advance(job.id);
	emulator.imports.advance(job.id);
}

const ONE_CARD: INodeParameters = { businessCardId: 'c1' };
const IMPORT: NodeCase = {
	parameters: { importId: '={{ $json.importId }}' },
	items: ({ emulator }) => [{ json: { importId: emulator.imports.list()[0]?.id } }],
};

const NODE_CASES: Readonly<Record<EndpointName, NodeCase>> = {
	'businessCard.getAll': { parameters: { ...ALWAYS, returnAll: true } },
	'businessCard.search': { parameters: { returnAll: true } },
	'businessCard.get': { parameters: ONE_CARD },
	'businessCard.getImage': { parameters: ONE_CARD },
	'businessCard.getTags': { parameters: { ...ONE_CARD, returnAll: true } },
	'businessCard.create': { parameters: { lastName: '髙橋' } },
	'businessCard.uploadImage': { parameters: {}, items: () => [{ json: {}, binary: { data: inMemory(jpeg()) } }] },
	'person.get': { parameters: { personId: 'p1' } },
	'report.getAll': { parameters: { ...ALWAYS, returnAll: true } },
	'tag.getAll': { parameters: { returnAll: true, options: { range: 'all', type: ['public', 'private'] } } },
	'user.getAll': { parameters: {} },
	'department.getAll': { parameters: {} },
	'organizationImport.create': { parameters: {}, items: () => itemsOf(DEPARTMENT, USER) },
	// Something has to be wrong: the answer to a check that finds nothing is empty.
	'organizationImport.check': { parameters: {}, items: () => itemsOf({ ...USER, DepartmentId: 'D404' }) },
	'organizationImport.getStatus': IMPORT,
	'organizationImport.getResult': IMPORT,
};

/** The budget of a poll in silences that are waited for. */
const POLL_IN_PATIENCES = 12;

/** What each write leaves behind in the service. */
const WRITTEN: Partial<Record<EndpointName, (world: World) => number>> = {
	'businessCard.create': ({ emulator }) => emulator.company.cards.size,
	'businessCard.uploadImage': ({ emulator }) => emulator.company.cards.size,
	'organizationImport.create': ({ emulator }) => emulator.imports.list().length,
};

function plain(items: readonly INodeExecutionData[]): unknown[] {
	return items.map(({ json, binary, pairedItem }) => JSON.parse(JSON.stringify({ json, binary, pairedItem })) as unknown);
}

function nodeSubject(name: EndpointName): Subject {
	const { parameters, items } = NODE_CASES[name];
	const row = endpoint(name);
	const written = WRITTEN[name] ?? (() => 0);
	return {
		name,
		row,
		isPoll: false,
		written,
		async prepare(world) {
			const input = items?.(world) ?? [{ json: {} }];
			const attempt = async ({ baseUrl, patience }: Circumstances = {}): Promise<Outcome> => {
				const data = world.credential({ appId: APP_ID, ...(baseUrl === undefined ? {} : { baseUrl }) });
				const requestOptions = patience === undefined ? {} : { timeout: patience };
				const run = await world.run({ ...namesOf(name), ...parameters, requestOptions }, { items: input, credential: data });
				return { output: plain(run.items), error: run.error, traces: run };
			};
			const { output, error } = row.effect === 'read' ? await attempt() : { output: [], error: undefined };
			if (error) throw error;
			world.emulator.clearLog();
			return { expected: output, attempt };
		},
	};
}

async function pollOutcome(trigger: PolledTrigger): Promise<Outcome> {
	try {
		const records = await trigger.poll();
		return { output: records.map(({ id }) => id), error: undefined, traces: [records, trigger.memory, trigger.stored] };
	} catch (thrown) {
		const error = thrown as NodeError;
		return { output: [], error, traces: [error, trigger.memory, trigger.stored] };
	}
}

const POLL: Subject = {
	name: 'a poll',
	row: ENDPOINTS['businessCard.getAll'],
	isPoll: true,
	written: () => 0,
	async prepare(world) {
		const { emulator } = world;
		const trigger = new PolledTrigger(world.credential({ appId: APP_ID }));
		await trigger.poll();
		const expected = ['c1', emulator.addCard().id];
		emulator.changeCard('c1', { memo: `changed for ${String(expected[1])}` });
		emulator.clearLog();
		return {
			expected: [...expected].sort(),
			async attempt({ baseUrl, patience } = {}) {
				trigger.credential = world.credential({ appId: APP_ID, ...(baseUrl === undefined ? {} : { baseUrl }) });
				// The whole poll has to fit, on a busy machine as well.
				trigger.budgetMs = patience === undefined ? undefined : patience * POLL_IN_PATIENCES;
				const { output, ...rest } = await pollOutcome(trigger);
				return { output: [...output].sort(), ...rest };
			},
		};
	},
};

export const SUBJECTS: readonly Subject[] = [...Object.keys(ENDPOINTS).filter(isEndpointName).map(nodeSubject), POLL];
