import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { CONTRACT, namesOf, VERSIONS, type Version } from '../description/contract';
import { USER_COLUMNS } from '../emulator';
import { ALWAYS, worldPerTest } from '../support/engine/world';
import { jpeg } from '../support/jpeg';
import { DEPARTMENT, finishImportsAtOnce, importing, inMemory, itemsOf, outputOf, USER } from './writes/support';

/**
 * Every operation in every version that has it: it gives what it was asked for, and nothing that the editor does not announce before
 * the first run. The exact requests are in test/description/requests.
 */

const world = worldPerTest();

interface Case {
	readonly given?: INodeParameters | ((version: Version) => INodeParameters | Promise<INodeParameters>);
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

async function finishedImport(): Promise<INodeParameters> {
	const [result] = outputOf(await world.run(importing('create', WAITING), { items: itemsOf(DEPARTMENT) }));
	return { importId: String(result?.importId) };
}

/** A department and a user who have every column. */
const NUMBERS = USER_COLUMNS.filter(({ upTo, name }) => upTo !== undefined && name !== 'DeleteFlag');
const WHOLE_USER = {
	...{ UserId: 'u', UserName: 'U', Email: 'u@example.com', DepartmentPath: 'A/B', EffectiveDateFrom: '2099-01-01' },
	...{ AlternativeName: 'x', SubEmail: 'x', SamlNameId: 'x' },
	...Object.fromEntries(NUMBERS.map(({ name }) => [name, 1])),
};
const WHOLE_RECORDS = itemsOf({ DepartmentPath: 'A/B', DepartmentNamePhonetic: 'bee', Order: 1 }, WHOLE_USER);

const CASES: Readonly<Record<string, Case>> = {
	'businessCard.getAll': { given: { ...ALWAYS, ...TAGGED }, gives: [CARD, {}] },
	'businessCard.search': { given: TAGGED, gives: [{}, {}] },
	'businessCard.get': { given: { ...ONE_CARD, ...TAGGED }, gives: [CARD] },
	'businessCard.getImage': { given: ONE_CARD, gives: [{ ...ONE_CARD, side: 'front' }] },
	'businessCard.getTags': { given: ONE_CARD, gives: [TAG] },
	'businessCard.create': {
		given: { companyName: 'A', additionalFields: { tagId: 't1' } },
		gives: [{ companyName: 'A', isUserCreated: true, tags: [TAG] }],
	},
	'businessCard.uploadImage': {
		given: { additionalFields: { language: ['Japanese', 'English'] } },
		items: [{ json: {}, binary: { data: inMemory(jpeg()) } }],
		gives: [{ language: 'Japanese' }, { language: 'English' }],
	},
	'person.get': { given: { personId: 'p1', ...TAGGED }, gives: [{ id: 'p1', headBizCard: CARD }] },
	'report.getAll': { given: ALWAYS, gives: [{ type: 'BizCardExchange' }, { type: 'Meeting' }] },
	'tag.getAll': { gives: [TAG] },
	'user.getAll': { gives: [{ UserId: 'taro', Culture: 1, SubEmail: null }, {}, {}] },
	'department.getAll': { gives: [{ DepartmentName: '営業部', Order: 2, ParentDepartmentId: null }] },
	'organizationImport.check': {
		items: itemsOf(DEPARTMENT, { ...USER, DepartmentId: 'D404' }),
		gives: [{ valid: false, errors: [{ Type: 1, TempId: 'u1', Id: null, Completed: false }] }],
	},
	'organizationImport.create': {
		given: (version) => (version === '2.0' ? WAITING : {}),
		items: itemsOf(DEPARTMENT),
		gives: [{ importId: expect.stringMatching(/./) }],
	},
	'organizationImport.getStatus': { given: finishedImport, gives: [{ importStatus: 2, status: 'completed' }] },
	'organizationImport.getResult': {
		given: finishedImport,
		gives: [{ Type: 0, TempId: 'd1', Completed: true, ErrorMessage: null }],
	},
	'organization.sync': {
		given: { mode: 'apply' },
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
	for (const [UserId, UserType] of Object.entries({ member: '0', administrator: '1' })) {
		const cells = { UserName: 'M', Email: `${UserId}@example.jp`, DepartmentId: 'D1', EffectiveDateFrom: '2020-04-01' };
		emulator.addOrganizationRecord('user', { ...cells, UserId, UserType });
	}
	finishImportsAtOnce(emulator);
});

/** The part of JSON Schema that n8n's editor reads. */
interface Schema {
	readonly type: string | readonly string[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
}

/** Every field that the editor shows before the first run, with each type that it may have, at all levels. */
function announcedBy({ type, properties = {}, items }: Schema, path = ''): string[] {
	const inner = Object.entries(properties).flatMap(([name, schema]) => announcedBy(schema, `${path}.${name}`));
	return [
		...[type].flat().map((each) => `${path} ${each}`),
		...inner,
		...(items ? announcedBy(items, `${path}[]`) : []),
	];
}

/** Every field that is there, with its type. */
function fieldsOf(value: unknown, path = ''): string[] {
	if (Array.isArray(value)) return [`${path} array`, ...value.flatMap((entry) => fieldsOf(entry, `${path}[]`))];
	if (value === null) return [`${path} null`];
	if (typeof value !== 'object') return [`${path} ${Number.isInteger(value) ? 'integer' : typeof value}`];
	return [`${path} object`, ...Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, `${path}.${name}`))];
}

/** The fields without their types, each once. */
const untyped = (fields: string[]) => [...new Set(fields.map((field) => field.split(' ')[0]))].sort();

const SCHEMAS = join(__dirname, '../../nodes/BusinessCardData/__schema__/v1.0.0');

test.each(Object.entries(CONTRACT))(
	'%s gives what it was asked for, in every version as it is announced',
	async (name, { versions }) => {
		const { given = {}, items, gives, also } = CASES[name] ?? {};
		const schema = JSON.parse(readFileSync(join(SCHEMAS, `${name.replace('.', '/')}.json`), 'utf8')) as Schema;
		const announced = announcedBy(schema);
		const seen: string[] = [];
		for (const apiVersion of versions) {
			const first = typeof given === 'function' ? await given(apiVersion) : given;
			for (const parameters of also ? [first, also] : [first]) {
				const run = await world.run({ ...namesOf(name), apiVersion, ...parameters }, items && { items });
				if (parameters === first) expect(outputOf(run)).toMatchObject(gives ?? []);
				expect(run.items.every(({ pairedItem }) => pairedItem !== undefined)).toBe(true);
				const fields = outputOf(run).flatMap((json) => fieldsOf(json));
				expect([apiVersion, ...fields.filter((field) => !announced.includes(field))]).toEqual([apiVersion]);
				seen.push(...fields);
			}
		}
		expect(untyped(seen)).toEqual(untyped(announced));
	},
);

const LACKING = Object.entries(CONTRACT).flatMap(([name, { versions }]) =>
	VERSIONS.filter((version) => !versions.includes(version)).map(
		(version) => [name, version, versions.join(', ')] as const,
	),
);

test.each(LACKING)(
	'%s is refused in version %s before any call, naming those that have it: %s',
	async (name, version, versions) => {
		const { items } = CASES[name] ?? {};
		const given = { ...namesOf(name), importId: 'i', ...ALWAYS, ...ONE_CARD };
		const { error } = await world.run({ ...given, apiVersion: `={{ "${version}" }}` }, items && { items });
		expect([error?.name, error?.message]).toEqual(['NodeOperationError', expect.stringContaining(versions)]);
		expect(world.emulator.calls).toEqual([]);
	},
);
