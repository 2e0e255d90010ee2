import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { SINGLE_CALLS, VERSIONS, type ContractRow, type Version } from '../description/contract';
import { ENDPOINTS as SPECIFIED } from '../emulator';
import { surprises } from '../support/engine/announced';
import type { NodeRun } from '../support/engine/n8n';
import { ALWAYS, worldPerTest, type World } from '../support/engine/world';
import { jpeg } from '../support/jpeg';
import { DEPARTMENT, finishImportsAtOnce, importing, inMemory, itemsOf, outputOf, USER } from './writes/support';

/**
 * Every operation in every version that has it, really executed. An operation without a case here fails, and so does a
 * pair that the specification has and the node has not, or the other way round.
 */

const world = worldPerTest();

/** What has to be there before, what the node is told, and what a success looks like. */
interface Case {
	prepare?(world: World, version: Version): Promise<IDataObject> | IDataObject;
	parameters(given: IDataObject): INodeParameters;
	items?: INodeExecutionData[];
	check(run: NodeRun, given: IDataObject, version: Version): void;
}

function oneCard({ emulator }: World): IDataObject {
	const { id: tagId } = emulator.addTag({ name: '展示会', type: 'private' });
	const card = emulator.addCard({ companyName: '北斗商事株式会社', lastName: '髙橋', tagIds: [tagId], isUserCreated: false });
	return { id: card.id, personId: card.personId, tagId };
}

function cardIds(): string[] {
	return [...world.emulator.company.cards.values()].map(({ id }) => id);
}

function oneDepartment({ emulator }: World): IDataObject {
	return { id: emulator.addOrganizationRecord('department', { DepartmentName: '営業部', Order: '2' }) };
}

async function oneImport({ emulator, run }: World): Promise<IDataObject> {
	finishImportsAtOnce(emulator);
	const parameters = importing('create', { options: { waitForCompletion: true } });
	const [result] = outputOf(await run(parameters, { items: itemsOf(DEPARTMENT) }));
	emulator.clearLog();
	return { importId: result?.importId };
}

/** A card as each version shows it (spec: Versioning 2). */
function checkCard(card: IDataObject | undefined, { id }: IDataObject, version: Version): void {
	expect(card).toMatchObject({ id, companyName: '北斗商事株式会社', lastName: '髙橋' });
	expect('countryCode' in (card ?? {})).toBe(version !== '2.0');
	expect('isVirtualCard' in (card ?? {})).toBe(version === '3.2');
}

const JOB = itemsOf(DEPARTMENT, USER);

const CASES: Readonly<Record<string, Case>> = {
	'businessCard.getAll': {
		prepare: oneCard,
		parameters: () => ({ ...ALWAYS, returnAll: true }),
		check: (run, given, version) => checkCard(outputOf(run)[0], given, version),
	},
	'businessCard.search': {
		prepare: oneCard,
		parameters: ({ tagId }) => ({ filters: { companyName: '商事', name: '髙', tagId: [String(tagId)] } }),
		check: (run, given, version) => checkCard(outputOf(run)[0], given, version),
	},
	'businessCard.get': {
		prepare: oneCard,
		parameters: ({ id }) => ({ businessCardId: String(id) }),
		check: (run, given, version) => checkCard(outputOf(run)[0], given, version),
	},
	'businessCard.getImage': {
		prepare: oneCard,
		parameters: ({ id }) => ({ businessCardId: String(id), side: 'front' }),
		check({ items }, { id }) {
			expect(items[0]?.json).toEqual({ businessCardId: id, side: 'front' });
			expect(items[0]?.binary?.data).toMatchObject({ mimeType: 'image/jpeg', fileName: `${id}-front.jpg` });
		},
	},
	'businessCard.getTags': {
		prepare: oneCard,
		parameters: ({ id }) => ({ businessCardId: String(id), returnAll: true }),
		check: (run, { tagId }) => expect(outputOf(run)).toMatchObject([{ id: tagId, name: '展示会', type: 'private' }]),
	},
	'businessCard.create': {
		parameters: () => ({ companyName: '北斗商事株式会社', lastName: '髙橋' }),
		check(run, _given, version) {
			checkCard(outputOf(run)[0], { id: cardIds()[0] }, version);
		},
	},
	'businessCard.uploadImage': {
		items: [{ json: {}, binary: { data: inMemory(jpeg()) } }],
		parameters: () => ({ additionalFields: { language: ['Japanese', 'English'] } }),
		check(run) {
			const [one, two] = cardIds();
			expect(outputOf(run)).toEqual([
				{ id: one, language: 'Japanese' },
				{ id: two, language: 'English' },
			]);
		},
	},
	'person.get': {
		prepare: oneCard,
		parameters: ({ personId }) => ({ personId: String(personId) }),
		check(run, given, version) {
			const [person] = outputOf(run);
			expect(person?.id).toBe(given.personId);
			checkCard(person?.headBizCard as IDataObject, given, version);
		},
	},
	'report.getAll': {
		prepare: ({ emulator }) => ({ id: emulator.addReport({ type: 'Meeting', title: '打ち合わせ' }).id }),
		parameters: () => ({ ...ALWAYS, options: { type: ['Meeting'] } }),
		check: (run, { id }) => expect(outputOf(run)).toMatchObject([{ id, type: 'Meeting', title: '打ち合わせ' }]),
	},
	'tag.getAll': {
		prepare: oneCard,
		parameters: () => ({ returnAll: true }),
		check: (run, { tagId }) => expect(outputOf(run)).toMatchObject([{ id: tagId, name: '展示会' }]),
	},
	'user.getAll': {
		prepare({ emulator }) {
			const cells = { UserId: 'taro', UserName: '髙橋', Email: 'taro@example.co.jp', Culture: '1' };
			return { id: emulator.addOrganizationRecord('user', cells) };
		},
		parameters: () => ({ options: { delimiter: 'tab' } }),
		check: (run, { id }) => expect(outputOf(run)).toMatchObject([{ UserUuid: id, UserName: '髙橋', Culture: 1, SubEmail: null }]),
	},
	'department.getAll': {
		prepare: oneDepartment,
		parameters: () => ({ output: 'items' }),
		check: (run, { id }) => expect(outputOf(run)).toMatchObject([{ DepartmentId: id, DepartmentName: '営業部', Order: 2 }]),
	},
	'organizationImport.create': {
		items: JOB,
		parameters: () => ({ options: { encoding: 'sjis', delimiter: 'tab' } }),
		check: (run) => expect(outputOf(run)).toEqual([{ importId: world.emulator.imports.list()[0]?.id }]),
	},
	'organizationImport.check': {
		items: JOB,
		parameters: () => ({ recordType: 'detect' }),
		check: (run) => expect(outputOf(run)).toEqual([{ valid: true, errors: [] }]),
	},
	'organizationImport.getStatus': {
		prepare: oneImport,
		parameters: ({ importId }) => ({ importId: String(importId) }),
		check: (run, { importId }) => expect(outputOf(run)).toEqual([{ importId, importStatus: 2, status: 'completed' }]),
	},
	'organizationImport.getResult': {
		prepare: oneImport,
		parameters: ({ importId }) => ({ importId: String(importId) }),
		check(run) {
			const [Id] = world.emulator.organizationRecords('department').keys();
			expect(outputOf(run)).toEqual([{ Type: 0, Id, TempId: 'd1', Completed: true, ErrorMessage: null }]);
		},
	},
};

function rowOf(name: string): ContractRow {
	const row = SINGLE_CALLS[name];
	if (!row) throw new Error(`The contract has no operation ${name}`);
	return row;
}

function caseOf(name: string): Case {
	const found = CASES[name];
	if (!found) throw new Error(`${name} has no case`);
	return found;
}

const NAMES = Object.keys(SINGLE_CALLS);
const PAIRS = NAMES.flatMap((name) => rowOf(name).versions.map((version) => [name, version] as const));

it.each(PAIRS)('%s works in version %s', async (name, version) => {
	const { emulator, run } = world;
	const { prepare, parameters, items, check } = caseOf(name);
	const given = (await prepare?.(world, version)) ?? {};
	const [resource = '', operation = ''] = name.split('.');
	const result = await run({ resource, operation, apiVersion: version, ...parameters(given) }, items ? { items } : {});
	expect(outputOf(result).length).toBeGreaterThan(0);
	check(result, given, version);
	expect(surprises(name, outputOf(result))).toEqual([]);
	expect(emulator.calls.map((call) => [call.endpoint, call.version])).toEqual([[rowOf(name).section, version]]);
});

it('goes through every pair that the specification has, and through no other', () => {
	const specified = SPECIFIED.flatMap(({ id, versions }) => versions.map((version) => `${id} ${version}`));
	const executed = PAIRS.map(([name, version]) => `${rowOf(name).section} ${version}`);
	expect(executed.sort()).toEqual(specified.sort());
	expect([NAMES.length, executed.length]).toEqual([16, 33]);
	expect(Object.keys(CASES).sort()).toEqual([...NAMES].sort());
});

const MISSING = NAMES.flatMap((name) =>
	VERSIONS.filter((version) => !rowOf(name).versions.includes(version)).map((version) => [name, version] as const),
);

it.each(MISSING)('%s is refused in version %s before any call, naming the versions that have it', async (name, version) => {
	const { emulator, run } = world;
	const { parameters, items } = caseOf(name);
	const [resource = '', operation = ''] = name.split('.');
	const pinned = { resource, operation, apiVersion: `={{ "${version}" }}`, ...parameters({}) };
	const { error } = await run(pinned, items ? { items } : {});
	expect(error?.name).toBe('NodeOperationError');
	expect(error?.message).toContain(`API version ${version} has no operation '`);
	expect(error?.message).toContain(`exists in API version ${rowOf(name).versions.join(', ')}`);
	expect(emulator.calls).toHaveLength(0);
});
