import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { CONTRACT, namesOf, VERSIONS, type Version } from '../description/contract';
import { ENDPOINTS, USER_COLUMNS } from '../emulator';
import { announcedFor, surprises, type Schema } from '../support/engine/announced';
import { ALWAYS, worldPerTest } from '../support/engine/world';
import { jpeg } from '../support/jpeg';
import { DEPARTMENT, finishImportsAtOnce, importing, inMemory, itemsOf, outputOf, USER } from './writes/support';

/**
 * Every operation in every version that has it: it gives what it was asked for, and nothing that the editor does not announce before
 * the first run. The exact requests are in test/description/requests.
 */

const world = worldPerTest();

interface Case {
	readonly parameters: (version: Version) => INodeParameters | Promise<INodeParameters>;
	readonly items?: INodeExecutionData[];
	/** What comes out, as far as it matters here. */
	readonly gives: readonly object[];
	/** Parameters of a second run, for fields that the first one cannot show. */
	readonly also?: INodeParameters;
}

const TAGGED = { options: { includeTags: true } };
const ONE_CARD = { businessCardId: 'c1' };
const WAITING = { options: { waitForCompletion: true, pollInterval: 1 } };
const CARD = { id: 'c1', companyName: '北斗商事株式会社' };
const TAG = { id: 't1', name: '展示会' };
const MISSING_USER = { UserName: 'M', DepartmentId: 'D1', EffectiveDateFrom: '2020-04-01' };

async function finishedImport(): Promise<INodeParameters> {
	finishImportsAtOnce(world.emulator);
	const [result] = outputOf(await world.run(importing('create', WAITING), { items: itemsOf(DEPARTMENT) }));
	world.emulator.clearLog();
	return { importId: String(result?.importId) };
}

/** A department and a user who have every column. */
const WHOLE_RECORDS = itemsOf(
	{ DepartmentPath: 'A/B', DepartmentNamePhonetic: 'bee', Order: 1 },
	{
		UserId: 'u',
		UserName: 'U',
		Email: 'u@example.com',
		DepartmentPath: 'A/B',
		EffectiveDateFrom: '2099-01-01',
		AlternativeName: 'x',
		SubEmail: 'x',
		SamlNameId: 'x',
		...Object.fromEntries(
			USER_COLUMNS.filter(({ upTo, name }) => upTo !== undefined && name !== 'DeleteFlag').map(({ name }) => [name, 1]),
		),
	},
);

const CASES: Readonly<Record<string, Case>> = {
	'businessCard.getAll': { parameters: () => ({ ...ALWAYS, ...TAGGED }), gives: [CARD, {}] },
	'businessCard.search': { parameters: () => TAGGED, gives: [{}, {}] },
	'businessCard.get': { parameters: () => ({ ...ONE_CARD, ...TAGGED }), gives: [CARD] },
	'businessCard.getImage': { parameters: () => ONE_CARD, gives: [{ ...ONE_CARD, side: 'front' }] },
	'businessCard.getTags': { parameters: () => ONE_CARD, gives: [TAG] },
	'businessCard.create': {
		parameters: () => ({ companyName: 'A', additionalFields: { tagId: 't1' } }),
		gives: [{ companyName: 'A', isUserCreated: true, tags: [TAG] }],
	},
	'businessCard.uploadImage': {
		parameters: () => ({ additionalFields: { language: ['Japanese', 'English'] } }),
		items: [{ json: {}, binary: { data: inMemory(jpeg()) } }],
		gives: [{ language: 'Japanese' }, { language: 'English' }],
	},
	'person.get': { parameters: () => ({ personId: 'p1', ...TAGGED }), gives: [{ id: 'p1', headBizCard: CARD }] },
	'report.getAll': { parameters: () => ALWAYS, gives: [{ type: 'BizCardExchange' }, { type: 'Meeting' }] },
	'tag.getAll': { parameters: () => ({}), gives: [TAG] },
	'user.getAll': { parameters: () => ({}), gives: [{ UserId: 'taro', Culture: 1, SubEmail: null }] },
	'department.getAll': {
		parameters: () => ({}),
		gives: [{ DepartmentName: '営業部', Order: 2, ParentDepartmentId: null }],
	},
	'organizationImport.check': {
		parameters: () => ({}),
		items: itemsOf(DEPARTMENT, { ...USER, DepartmentId: 'D404' }),
		gives: [{ valid: false, errors: [{ Type: 1, TempId: 'u1', Id: null, Completed: false }] }],
	},
	'organizationImport.create': {
		parameters(version) {
			finishImportsAtOnce(world.emulator);
			return version === '2.0' ? WAITING : {};
		},
		items: itemsOf(DEPARTMENT),
		gives: [{ importId: expect.stringMatching(/./) }],
	},
	'organizationImport.getStatus': { parameters: finishedImport, gives: [{ importStatus: 2, status: 'completed' }] },
	'organizationImport.getResult': {
		parameters: finishedImport,
		gives: [{ Type: 0, TempId: 'd1', Completed: true, ErrorMessage: null }],
	},
	'organization.sync': {
		parameters() {
			finishImportsAtOnce(world.emulator);
			for (const UserType of ['0', '1']) {
				const cells = { ...MISSING_USER, UserType, UserId: `m${UserType}`, Email: `m${UserType}@example.com` };
				world.emulator.addOrganizationRecord('user', cells);
			}
			return { mode: 'apply' };
		},
		items: WHOLE_RECORDS,
		gives: [{ mode: 'apply', converged: true }],
		also: { mode: 'plan', missingUsers: 'delete', options: { maxDeletions: 0 } },
	},
};

beforeEach(() => {
	const { emulator } = world;
	emulator.addTag({ id: 't1', name: '展示会', type: 'private' });
	const long = { lastNameReading: 'タカハシ', updatedTime: '2026-03-01T00:00:00Z' };
	emulator.addCard({ id: 'c1', personId: 'p1', companyName: '北斗商事株式会社', tagIds: ['t1'], ...long });
	emulator.addCard({ title: '部長' });
	emulator.addReport({
		type: 'Meeting',
		categories: [{ name: 'Kind', value: 'Visit' }],
		externalAttendees: [{ id: 'e1', personId: 'p1', companyName: 'A', lastName: '髙橋', firstName: '' }],
		internalAttendees: [{ id: 'i1', name: '山田', departmentName: '営業部' }],
		updatedTime: '2026-03-01T00:00:00Z',
	});
	emulator.addReport({ type: 'BizCardExchange' });
	emulator.addOrganizationRecord('department', { DepartmentName: '営業部', Order: '2' });
	emulator.addOrganizationRecord('user', { UserId: 'taro', UserName: '髙橋', Email: 'taro@example.jp', Culture: '1' });
});

/** Every field that is there, or that a schema names, at all levels. */
function present(value: unknown, path = ''): string[] {
	if (Array.isArray(value)) return [path, ...value.flatMap((entry) => present(entry, `${path}[]`))];
	if (typeof value !== 'object' || value === null) return [path];
	return [path, ...Object.entries(value).flatMap(([name, inner]) => present(inner, `${path}.${name}`))];
}

function announced({ items, properties }: Schema, path = ''): string[] {
	if (items) return [path, ...announced(items, `${path}[]`)];
	return [path, ...Object.entries(properties ?? {}).flatMap(([name, inner]) => announced(inner, `${path}.${name}`))];
}

async function outputIn(version: Version, name: string, more: INodeParameters): Promise<IDataObject[]> {
	const { items } = CASES[name] ?? {};
	const run = await world.run({ ...namesOf(name), apiVersion: version, ...more }, items ? { items } : {});
	expect(run.items.every(({ pairedItem }) => pairedItem !== undefined)).toBe(true);
	return outputOf(run);
}

test.each(Object.entries(CASES))(
	'%s gives what it was asked for, in every version as it is announced',
	async (name, { parameters, gives, also }) => {
		const row = CONTRACT[name];
		if (!row) throw new Error(`The contract has no operation ${name}`);
		const seen = new Set<string>();
		for (const version of row.versions) {
			const given = await parameters(version);
			const answers = await outputIn(version, name, given);
			expect(answers).toMatchObject(gives);
			if (name !== 'organization.sync' && !('options' in given && name === 'organizationImport.create')) {
				expect(world.emulator.calls.map((call) => [call.endpoint, call.version])).toEqual([[row.section, version]]);
			}
			const all = also ? [...answers, ...(await outputIn(version, name, also))] : answers;
			expect([version, ...surprises(name, all)]).toEqual([version]);
			for (const path of present(all)) seen.add(path.slice(2));
			world.emulator.clearLog();
		}
		expect(announced(announcedFor(name)).filter((path) => !seen.has(path))).toEqual([]);
	},
);

test('goes through every pair of operation and version that the specification has, and through no other', () => {
	const specified = ENDPOINTS.flatMap(({ id, versions }) => versions.map((version) => `${id} ${version}`));
	const executed = Object.values(CONTRACT)
		.filter(({ section }) => /^E\d+$/.test(section))
		.flatMap(({ section, versions }) => versions.map((version) => `${section} ${version}`));
	expect(executed.sort()).toEqual(specified.sort());
	expect(Object.keys(CASES).sort()).toEqual(Object.keys(CONTRACT).sort());
});

const LACKING = Object.entries(CONTRACT).flatMap(([name, { versions }]) =>
	VERSIONS.filter((version) => !versions.includes(version)).map(
		(version) => [name, version, versions.join(', ')] as const,
	),
);

test.each(LACKING)(
	'%s is refused in version %s before any call, naming the versions that have it: %s',
	async (name, version, versions) => {
		const { items } = CASES[name] ?? {};
		const { error } = await world.run(
			{ ...namesOf(name), apiVersion: `={{ "${version}" }}`, importId: 'i', ...ALWAYS, ...ONE_CARD },
			items ? { items } : {},
		);
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toContain(versions);
		expect(world.emulator.calls).toEqual([]);
	},
);
