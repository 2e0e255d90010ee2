import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { CONTRACT, namesOf, VERSIONS } from '../description/contract';
import { furnish, REQUEST_CASES } from '../description/requestCases';
import { USER_COLUMNS } from '../emulator';
import { ALWAYS, CARD, worldPerTest } from '../support/engine/world';
import { finishImportsAtOnce, itemsOf, outputOf } from './writes/support';

/**
 * Every operation in every version that has it gives what the editor announces before the first run, and nothing else; in the others it
 * is refused. The exact requests are in test/description/requests.
 */

const world = worldPerTest();

const TAGGED = [{ options: { includeTags: true } }];
const JOB = REQUEST_CASES['organizationImport.create']?.full ?? {};

/** What has to be asked for beside what is required, for an answer to have every field; of a sync in several runs. */
const ASKED: Readonly<Record<string, INodeParameters[]>> = {
	'businessCard.getAll': [{ ...ALWAYS, options: { includeTags: true } }],
	'report.getAll': [ALWAYS],
	'businessCard.search': TAGGED,
	'businessCard.get': TAGGED,
	'person.get': TAGGED,
	'businessCard.create': [{ additionalFields: { tagId: 't1' } }],
	'organizationImport.create': [
		{
			...JOB,
			userBinaryPropertyName: '',
			options: { delimiter: 'tab', waitForCompletion: '={{ $parameter.apiVersion === "2.0" }}' },
		},
	],
	// The department of the users is in the other file.
	'organizationImport.check': [{ ...JOB, departmentBinaryPropertyName: '' }],
	'organization.sync': [
		{ mode: 'apply' },
		{ mode: 'plan', missingUsers: 'delete' },
		{ mode: 'plan', missingUsers: 'delete', options: { includeAdministrators: true, maxDeletions: 0 } },
	],
};

/** A department and a user who have every column. */
const NUMBERS = USER_COLUMNS.filter(({ upTo, name }) => upTo !== undefined && name !== 'DeleteFlag');
const WHOLE_USER = {
	...{ UserId: 'u', UserName: 'U', Email: 'u@example.com', DepartmentPath: 'A/B', EffectiveDateFrom: '2099-01-01' },
	...{ AlternativeName: 'x', SubEmail: 'x', SamlNameId: 'x' },
	...Object.fromEntries(NUMBERS.map(({ name }) => [name, 1])),
};
const WHOLE_RECORDS = itemsOf({ DepartmentPath: 'A/B', DepartmentNamePhonetic: 'bee', Order: 1 }, WHOLE_USER);

function itemsFor(name: string): INodeExecutionData[] {
	if (name === 'organization.sync') return WHOLE_RECORDS;
	return REQUEST_CASES[name]?.items?.(world.emulator) ?? itemsOf({});
}

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

test.each(Object.entries(CONTRACT))('%s gives what is announced, in every version', async (name, { versions }) => {
	const schema = JSON.parse(readFileSync(join(SCHEMAS, `${name.replace('.', '/')}.json`), 'utf8')) as Schema;
	const announced = announcedBy(schema);
	const seen: string[] = [];
	furnish(world.emulator);
	finishImportsAtOnce(world.emulator);
	for (const apiVersion of versions) {
		for (const asked of ASKED[name] ?? [{}]) {
			const parameters = { ...namesOf(name), apiVersion, ...REQUEST_CASES[name]?.least, ...asked };
			const given = outputOf(await world.run(parameters, { items: itemsFor(name) }));
			const fields = given.flatMap((json) => fieldsOf(json));
			expect([apiVersion, fields.length > 0]).toEqual([apiVersion, true]);
			expect([apiVersion, ...fields.filter((field) => !announced.includes(field))]).toEqual([apiVersion]);
			seen.push(...fields);
		}
	}
	expect(untyped(seen)).toEqual(untyped(announced));
});

const LACKING = Object.entries(CONTRACT).flatMap(([name, { versions }]) =>
	VERSIONS.filter((version) => !versions.includes(version)).map(
		(version) => [name, version, versions.join(', ')] as const,
	),
);

test.each(LACKING)(
	'%s is refused in version %s before any call, naming those that have it: %s',
	async (name, version, versions) => {
		const given = { ...ALWAYS, ...CARD, importId: 'i', ...namesOf(name), apiVersion: `={{ "${version}" }}` };
		expect((await world.refusal(given, { items: itemsFor(name) })).message).toContain(versions);
	},
);
