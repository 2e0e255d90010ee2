import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { CONTRACT, type Version as ApiVersion } from '../description/contract';
import { USER_COLUMNS } from '../emulator';
import { announcedFor, surprises, type Schema as OutputSchema } from '../support/engine/announced';
import { ALWAYS, worldPerTest } from '../support/engine/world';
import { jpeg } from '../support/jpeg';
import { DEPARTMENT, finishImportsAtOnce, importing, inMemory, itemsOf, outputOf, USER } from './writes/support';

/**
 * What the editor shows before the first run is what the first run gives: no field that is not announced, none
 * announced that no version gives, every value of its type.
 */

const world = worldPerTest();

/** How an operation is run so that all of its fields show in one version or another. */
interface Case {
	/** Parameters of a second run, for what the first one cannot show. */
	readonly also?: INodeParameters;
	parameters(version: ApiVersion): INodeParameters | Promise<INodeParameters>;
	items?: INodeExecutionData[];
}

const TAGGED = { options: { includeTags: true } };
const STRAY = { ...USER, DepartmentId: 'D404' };
const WAITING = { options: { waitForCompletion: true, pollInterval: 1 } };
const ONE_ID = { businessCardId: 'c1' };

async function finishedImport(): Promise<INodeParameters> {
	const { emulator, run } = world;
	finishImportsAtOnce(emulator);
	const [result] = outputOf(await run(importing('create', WAITING), { items: itemsOf(DEPARTMENT) }));
	return { importId: String(result?.importId) };
}

/** A department and a user who have every column. */
const WHOLE_RECORDS = itemsOf(
	{ DepartmentPath: 'A/B', DepartmentNamePhonetic: 'bee', Order: 1 },
	{
		UserId: 'u',
		UserName: 'U',
		Email: 'u@example.com',
		// The day of the service, which may be ahead of the workflow's, has no part in this.
		EffectiveDateFrom: '2099-01-01',
		DepartmentPath: 'A/B',
		...Object.fromEntries(['AlternativeName', 'SubEmail', 'SamlNameId'].map((name) => [name, 'x'])),
		...Object.fromEntries(USER_COLUMNS.flatMap(({ name, upTo }) => (upTo === undefined || name === 'DeleteFlag' ? [] : [[name, 1]]))),
	},
);

const MISSING = { UserName: 'M', DepartmentId: 'D1', EffectiveDateFrom: '2020-04-01' };

const CASES: Readonly<Record<string, Case>> = {
	'organization.sync': {
		parameters() {
			finishImportsAtOnce(world.emulator);
			for (const UserType of ['0', '1']) {
				world.emulator.addOrganizationRecord('user', { ...MISSING, UserType, UserId: `m${UserType}`, Email: `m${UserType}@example.com` });
			}
			return { mode: 'apply' };
		},
		items: WHOLE_RECORDS,
		also: { mode: 'plan', missingUsers: 'delete', options: { maxDeletions: 0 } },
	},
	'businessCard.getAll': { parameters: () => ({ ...ALWAYS, ...TAGGED }) },
	'businessCard.search': { parameters: () => TAGGED },
	'businessCard.get': { parameters: () => ({ ...ONE_ID, ...TAGGED }) },
	'businessCard.getImage': { parameters: () => ONE_ID },
	'businessCard.getTags': { parameters: () => ONE_ID },
	'businessCard.create': { parameters: () => ({ companyName: 'A', additionalFields: { tagId: 't1' } }) },
	'businessCard.uploadImage': {
		parameters: () => ({ additionalFields: { language: ['Japanese', 'English'] } }),
		items: [{ json: {}, binary: { data: inMemory(jpeg()) } }],
	},
	'person.get': { parameters: () => ({ personId: 'p1', ...TAGGED }) },
	'report.getAll': { parameters: () => ALWAYS },
	'tag.getAll': { parameters: () => ({}) },
	'user.getAll': { parameters: () => ({}) },
	'department.getAll': { parameters: () => ({}) },
	'organizationImport.create': {
		parameters(version) {
			finishImportsAtOnce(world.emulator);
			return version === '2.0' ? WAITING : {};
		},
		items: itemsOf(DEPARTMENT),
	},
	'organizationImport.check': { parameters: () => ({}), items: itemsOf(DEPARTMENT, STRAY) },
	'organizationImport.getStatus': { parameters: finishedImport },
	'organizationImport.getResult': { parameters: finishedImport },
};

beforeEach(() => {
	const { emulator } = world;
	emulator.addTag({ id: 't1', type: 'private' });
	emulator.addCard({ id: 'c1', personId: 'p1', tagIds: ['t1'], title: null, isUserCreated: false });
	emulator.addCard({ lastNameReading: null, firstNameReading: null });
	const people = {
		categories: [{ name: 'Kind', value: 'Visit' }],
		externalAttendees: [{ id: 'e1', personId: 'p1', companyName: 'A', lastName: '髙橋', firstName: '' }],
		internalAttendees: [{ id: 'i1', name: '山田', departmentName: '営業部' }],
	};
	emulator.addReport({ type: 'Meeting', ...people });
	emulator.addReport({ type: 'BizCardExchange' });
	emulator.addOrganizationRecord('department', { DepartmentName: '営業部', Order: '2' });
	emulator.addOrganizationRecord('user', { UserId: 'taro', UserName: '髙橋', Email: 'taro@example.jp', Culture: '1' });
});

/** Every field that the schema names, at all levels. */
function announced(schema: OutputSchema, path = ''): string[] {
	if (schema.items) return announced(schema.items, `${path}[]`);
	if (!schema.properties) return [path];
	return [path, ...Object.entries(schema.properties).flatMap(([name, value]) => announced(value, `${path}.${name}`))];
}

/** Every field that is there, at all levels. */
function present(value: unknown, path = ''): string[] {
	if (Array.isArray(value)) return [path, ...value.flatMap((entry) => present(entry, `${path}[]`))];
	if (typeof value !== 'object' || value === null) return [path];
	return [path, ...Object.entries(value).flatMap(([name, inner]) => present(inner, `${path}.${name}`))];
}

async function answersOf(name: string, { parameters, items, also }: Case, version: ApiVersion): Promise<IDataObject[]> {
	const [resource = '', operation = ''] = name.split('.');
	const run = async (more: INodeParameters) =>
		outputOf(await world.run({ resource, operation, apiVersion: version, ...more }, items ? { items } : {}));
	const answers = await run(await parameters(version));
	return also ? [...answers, ...(await run(also))] : answers;
}

test.each(Object.entries(CASES))('%s gives what its schema announces', async (name, given) => {
	const seen = new Set<string>();
	for (const version of CONTRACT[name]?.versions ?? []) {
		const answers = await answersOf(name, given, version);
		expect(answers.length).toBeGreaterThan(0);
		expect([version, ...surprises(name, answers)]).toEqual([version]);
		for (const path of answers.flatMap((answer) => present(answer))) seen.add(path);
	}
	expect(announced(announcedFor(name)).filter((path) => !seen.has(path))).toEqual([]);
});

test('a value of another type would be a surprise, and so would a field that is not announced', () => {
	const person = (headBizCard: object) => ({ id: 'p1', headBizCard });
	expect(surprises('person.get', [person({ id: 'c1', title: null })])).toEqual([]);
	const others = [{ id: 1 }, { id: null }, { tags: {} }, { unknown: '' }].map(person);
	expect(surprises('person.get', others)).toHaveLength(4);
});
