import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { BusinessCardDataApi } from '../../credentials/BusinessCardDataApi.credentials';
import packageJson from '../../package.json';
import { NODE, TRIGGER } from './nodes';

/** What n8n asks of a package, of its nodes and of its credential, beside their fields. */

const ROOT = resolve(__dirname, '../..');

/** Those of the categories that n8n's panel of nodes has that are used here. */
const CATEGORIES = ['Sales', 'Marketing', 'Productivity', 'Communication', 'Data & Storage'];

function expectIcons(icon: unknown, sourceFile: string): void {
	const { light, dark } = icon as { light: string; dark: string };
	expect(light).not.toBe(dark);
	for (const file of [light, dark]) {
		const path = join(dirname(sourceFile), file.replace(/^file:/, ''));
		expect([path, existsSync(path)]).toEqual([path, true]);
		expect(readFileSync(path, 'utf8')).toMatch(/^<svg[^>]*xmlns/);
	}
}

describe.each<[string, INodeTypeDescription, object]>([
	['BusinessCardData', NODE, { displayName: 'Business Card Data', usableAsTool: true, version: 1 }],
	['BusinessCardDataTrigger', TRIGGER, { displayName: 'Business Card Data Trigger', polling: true, inputs: [] }],
])('%s', (file, description, expected) => {
	const source = join(ROOT, 'nodes', file, `${file}.node.ts`);

	test('has the names of the contract, a light and a dark icon, and is registered', () => {
		expect(description).toMatchObject(expected);
		expect(description.name).toBe(file.replace(/^B/, 'b'));
		expectIcons(description.icon, source);
		expect(packageJson.n8n.nodes).toContain(`dist/nodes/${file}/${file}.node.js`);
	});

	test('has a codex file that names it, its categories and its documentation', () => {
		const codex = JSON.parse(readFileSync(source.replace(/\.ts$/, '.json'), 'utf8')) as Record<string, string[]>;
		const links = [{ url: expect.stringMatching(/^https:/) as unknown }];
		expect(codex).toMatchObject({
			node: `${packageJson.name}.${description.name}`,
			resources: { primaryDocumentation: links, credentialDocumentation: links },
		});
		expect(CATEGORIES).toEqual(expect.arrayContaining(codex.categories ?? []));
		expect([codex.categories, codex.alias].map((list) => (list ?? []).length > 0)).toEqual([true, true]);
	});

	test('asks for the credential, which the node itself tests', () => {
		const testedBy: unknown = expect.any(String);
		expect(description.credentials).toEqual([{ name: new BusinessCardDataApi().name, required: true, testedBy }]);
	});
});

test('the credential has the names of the contract, and leaves its test to the node, which can tell both kinds of 401 apart', () => {
	const credential = new BusinessCardDataApi();
	expect([credential.name, credential.displayName]).toEqual(['businessCardDataApi', 'Business Card Data API']);
	const namesOf = (fields: typeof credential.properties) => fields.map(({ name }) => name);
	expect(namesOf(credential.properties)).toEqual(['baseUrl', 'apiKey', 'appId', 'callsPerSecond']);
	expect(namesOf(credential.properties.filter(({ required }) => required))).toEqual(['baseUrl', 'apiKey']);
	expect(namesOf(credential.properties.filter((field) => field.typeOptions?.password))).toEqual(['apiKey', 'appId']);
	expectIcons(credential.icon, join(ROOT, 'credentials', 'BusinessCardDataApi.credentials.ts'));
	expect(packageJson.n8n.credentials).toEqual(['dist/credentials/BusinessCardDataApi.credentials.js']);
	expect('test' in credential).toBe(false);
});

test('the package is what n8n expects of a community package', () => {
	expect(packageJson).toMatchObject({
		name: 'n8n-nodes-business-card-data',
		keywords: expect.arrayContaining(['n8n-community-node-package']) as unknown,
		license: 'MIT',
		files: ['dist', 'CHANGELOG.md'],
		peerDependencies: { 'n8n-workflow': '*' },
		n8n: { strict: true },
	});
	const forbidden = ['dependencies', 'overrides', 'bundledDependencies'];
	expect(forbidden.filter((key) => key in packageJson)).toEqual([]);
});
