import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { CONTRACT, SINGLE_CALLS, VERSIONS } from '../../../description/contract';
import { ENDPOINTS as SPECIFIED } from '../../../emulator';
import {
	API_VERSIONS,
	autoVersion,
	choicesFor,
	endpoint,
	ENDPOINTS,
	firstEndpoint,
	isApiVersion,
	isEndpointName,
	isOperationName,
	operationRow,
	PROCEDURES,
	resolveVersion,
	valuesIn,
	type EndpointName,
	type ProcedureName,
} from '../../../../nodes/shared';

/** The one table of what exists where, against the contract and against the emulator's own table. */

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];

test('the table has the sixteen endpoints of the contract, each with its versions and section', () => {
	const rows = Object.fromEntries(
		NAMES.map((name) => [name, { section: endpoint(name).section, versions: [...endpoint(name).versions] }]),
	);
	const contract = Object.fromEntries(
		Object.entries(SINGLE_CALLS).map(([name, { section, versions }]) => [name, { section, versions: [...versions] }]),
	);
	expect(rows).toEqual(contract);
	expect(NAMES.flatMap((name) => endpoint(name).versions)).toHaveLength(33);
});

test.each(NAMES)('%s has the method, path and parameters that the service has, in each version', (name) => {
	const row = endpoint(name);
	const spec = SPECIFIED.find(({ id }) => id === row.section);
	expect(spec).toBeDefined();
	expect([row.method, row.path.replace(/\{\w+\}/g, '{}')]).toEqual([spec?.method, spec?.path.replace(/\{\w+\}/g, '{}')]);
	for (const version of row.versions) {
		const ours = Object.entries(row.query)
			.filter(([, { versions }]) => versions?.includes(version) ?? true)
			.map(([parameter, { wireName }]) => wireName?.[version] ?? parameter);
		const theirs = (spec?.parameters ?? [])
			.filter(({ name: parameter }) => parameter !== 'limit' && parameter !== 'nextPageToken')
			.filter(({ versions }) => versions?.includes(version) ?? true)
			.map(({ name: parameter, wireNames }) => wireNames?.[version] ?? parameter);
		expect(ours.sort()).toEqual(theirs.sort());
	}
});

test.each(NAMES)('%s knows the values that the service knows, in each version', (name) => {
	const row = endpoint(name);
	const spec = SPECIFIED.find(({ id }) => id === row.section);
	for (const version of row.versions) {
		for (const [parameter, rule] of Object.entries(row.query)) {
			if (rule.kind !== 'enum' && rule.kind !== 'enums') continue;
			const theirs = spec?.parameters.find((candidate) => candidate.name === parameter);
			expect(valuesIn(rule, version).sort()).toEqual(
				[...(theirs?.values ?? []), ...(theirs?.moreValues?.[version] ?? [])].sort(),
			);
			expect(rule.kind === 'enums').toBe(theirs?.array === true);
		}
	}
});

test('only requests that read may be repeated: check reads, the rest of POST writes', () => {
	const writes = NAMES.filter((name) => endpoint(name).effect === 'write');
	expect(writes.sort()).toEqual(['businessCard.create', 'businessCard.uploadImage', 'organizationImport.create']);
});

test('auto is the newest version, but for imports, whose whole flow is in 2.0', () => {
	for (const name of NAMES) {
		expect([name, autoVersion(endpoint(name))]).toEqual([name, CONTRACT[name]?.auto]);
		expect(resolveVersion(endpoint(name), 'auto')).toBe(autoVersion(endpoint(name)));
	}
});

test('an operation that calls several endpoints is there where all of them are, and takes all items together', () => {
	for (const name of Object.keys(PROCEDURES) as ProcedureName[]) {
		const row = operationRow(name);
		const { calls } = PROCEDURES[name];
		expect([...row.versions]).toEqual(VERSIONS.filter((version) => calls.every((each) => endpoint(each).versions.includes(version))));
		expect([name, [...row.versions], autoVersion(row), row.takesAllItems]).toEqual([name, CONTRACT[name]?.versions, CONTRACT[name]?.auto, true]);
		expect(calls.map((each) => endpoint(each).section).sort()).toEqual(['E11', 'E12', 'E13', 'E14', 'E15', 'E16']);
		expect([isOperationName(name), isEndpointName(name)]).toEqual([true, false]);
		expect(firstEndpoint(name)).toBe(endpoint(calls[0]));
	}
	expect(Object.keys(CONTRACT).filter((name) => !isOperationName(name))).toEqual([]);
});

test('a pinned version is taken where it has the endpoint, and nowhere else', () => {
	for (const name of NAMES) {
		const row = endpoint(name);
		for (const version of VERSIONS)
			expect(resolveVersion(row, version)).toBe(row.versions.includes(version) ? version : undefined);
	}
});

test('auto is among the choices exactly where its version is', () => {
	const row = endpoint('businessCard.get');
	expect(choicesFor(row, ['2.5', '3.2'])).toEqual(['auto', '2.5', '3.2']);
	expect(choicesFor(row, ['2.0'])).toEqual(['2.0']);
	expect(choicesFor(endpoint('organizationImport.create'), ['2.0'])).toEqual(['auto', '2.0']);
	expect(choicesFor(endpoint('tag.getAll'), ['3.2'])).toEqual([]);
});

test('names and versions from outside are known only when they are', () => {
	expect(API_VERSIONS.every(isApiVersion)).toBe(true);
	for (const other of ['auto', '3.1', '', 3.2, null, undefined, {}]) expect(isApiVersion(other)).toBe(false);
	expect(NAMES.every(isEndpointName)).toBe(true);
	for (const other of ['', 'constructor', '__proto__', 'toString', 'businessCard.burn'])
		expect(isEndpointName(other)).toBe(false);
});

test('no other published file says which version has what', () => {
	const nodes = join(__dirname, '../../../../nodes');
	const files = readdirSync(nodes, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
	const withoutComments = (file: string) => readFileSync(join(nodes, file), 'utf8').replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
	const naming = files.filter((file) => /(?<![\d.])(?:2\.0|2\.5|3\.2)(?!\d|\.\d)/.test(withoutComments(file)));
	expect(naming.map((file) => file.split(sep).join('/'))).toEqual(['shared/api/versions.ts']);
});
