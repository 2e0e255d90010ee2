import { existsSync } from 'node:fs';
import type { INodeTypeDescription } from 'n8n-workflow';
import { BusinessCardDataApi } from '../../credentials/BusinessCardDataApi.credentials';
import packageJson from '../../package.json';
import { REPOSITORY, textOf } from '../support/repository';
import { NODE, TRIGGER } from './nodes';

/** The names of the contract, and what n8n asks for beside the fields, as far as its lint does not see it. */

/** Those of the categories that n8n's panel of nodes has that are used here. */
const CATEGORIES = ['Sales', 'Marketing', 'Productivity', 'Communication', 'Data & Storage'];

const CREDENTIAL = new BusinessCardDataApi();

test.each<[string, INodeTypeDescription, object]>([
	['BusinessCardData', NODE, { displayName: 'Business Card Data', usableAsTool: true, version: 1 }],
	['BusinessCardDataTrigger', TRIGGER, { displayName: 'Business Card Data Trigger', polling: true, inputs: [] }],
])('%s has its names, asks for the credential, which it tests itself, and has a codex file', (file, node, expected) => {
	const testedBy: unknown = expect.any(String);
	const credentials = [{ name: CREDENTIAL.name, required: true, testedBy }];
	expect(node).toMatchObject({ ...expected, credentials, name: file.replace(/^B/, 'b') });
	expect(packageJson.n8n.nodes).toContain(`dist/nodes/${file}/${file}.node.js`);
	const text = textOf(`nodes/${file}/${file}.node.json`);
	const { node: name, categories = [], alias = [] } = JSON.parse(text) as Record<string, string[]>;
	expect(name).toBe(`${packageJson.name}.${node.name}`);
	expect(CATEGORIES).toEqual(expect.arrayContaining(categories));
	expect([categories, alias].map((list) => list.length > 0)).toEqual([true, true]);
});

test('package and credential have the names of the contract; the credential leaves its test to the node, which can tell both kinds of 401 apart', () => {
	expect([CREDENTIAL.name, CREDENTIAL.displayName]).toEqual(['businessCardDataApi', 'Business Card Data API']);
	const n8n = { strict: true, credentials: ['dist/credentials/BusinessCardDataApi.credentials.js'] };
	expect(packageJson).toMatchObject({ name: 'n8n-nodes-business-card-data', n8n });
	const namesOf = (fields: typeof CREDENTIAL.properties) => fields.map(({ name }) => name);
	expect(namesOf(CREDENTIAL.properties)).toEqual(['baseUrl', 'apiKey', 'appId', 'callsPerSecond']);
	expect(namesOf(CREDENTIAL.properties.filter(({ required }) => required))).toEqual(['baseUrl', 'apiKey']);
	expect(namesOf(CREDENTIAL.properties.filter((field) => field.typeOptions?.password))).toEqual(['apiKey', 'appId']);
	const icons = Object.values(CREDENTIAL.icon).map((icon) => icon.replace('file:..', REPOSITORY));
	expect([new Set(icons).size, icons.filter((icon) => !existsSync(icon))]).toEqual([2, []]);
	expect('test' in CREDENTIAL).toBe(false);
});
