import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { BusinessCardDataApi } from '../../credentials/BusinessCardDataApi.credentials';
import packageJson from '../../package.json';
import { NODE, TRIGGER } from './nodes';

const ROOT = resolve(__dirname, '../..');

interface Codex {
	readonly node: string;
	readonly nodeVersion: string;
	readonly codexVersion: string;
	readonly categories: readonly string[];
	readonly alias: readonly string[];
	readonly resources: {
		readonly primaryDocumentation: ReadonlyArray<{ readonly url: string }>;
		readonly credentialDocumentation: ReadonlyArray<{ readonly url: string }>;
	};
}

/** The categories that n8n's panel of nodes has. */
const CATEGORIES = [
	'AI',
	'Analytics',
	'Communication',
	'Core Nodes',
	'Data & Storage',
	'Development',
	'Finance & Accounting',
	'Langchain',
	'Marketing',
	'Marketing & Content',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
];

function expectIcons(icon: unknown, sourceFile: string): void {
	expect(icon).toEqual({ light: expect.stringMatching(/^file:/), dark: expect.stringMatching(/^file:/) });
	const { light, dark } = icon as { light: string; dark: string };
	expect(light).not.toBe(dark);
	for (const file of [light, dark]) {
		const path = join(dirname(sourceFile), file.slice('file:'.length));
		expect([path, existsSync(path)]).toEqual([path, true]);
		expect(readFileSync(path, 'utf8')).toMatch(/^<svg[^>]*xmlns/);
	}
}

const NODES: ReadonlyArray<[string, INodeTypeDescription]> = [
	['BusinessCardData', NODE],
	['BusinessCardDataTrigger', TRIGGER],
];

describe.each(NODES)('%s', (file, description) => {
	const source = join(ROOT, 'nodes', file, `${file}.node.ts`);
	const codex = JSON.parse(readFileSync(source.replace(/\.ts$/, '.json'), 'utf8')) as Codex;

	test('has a light and a dark icon that exist', () => {
		expectIcons(description.icon, source);
	});

	test('has a codex file that names it, its categories and its documentation', () => {
		expect(codex.node).toBe(`${packageJson.name}.${description.name}`);
		expect([codex.nodeVersion, codex.codexVersion]).toEqual(['1.0', '1.0']);
		expect(codex.categories.filter((category) => !CATEGORIES.includes(category))).toEqual([]);
		expect(codex.categories.length).toBeGreaterThan(0);
		expect(codex.alias.length).toBeGreaterThan(0);
		const { primaryDocumentation, credentialDocumentation } = codex.resources;
		for (const { url } of [...primaryDocumentation, ...credentialDocumentation]) expect(URL.canParse(url)).toBe(true);
	});

	test('shows what it is set to below its name', () => {
		expect(description.subtitle).toMatch(/^=\{\{.*\$parameter\["(operation|event)"\].*\}\}$/);
	});

	test('asks for the credential, which the node itself tests', () => {
		expect(description.credentials).toEqual([
			{ name: new BusinessCardDataApi().name, required: true, testedBy: expect.any(String) },
		]);
	});

	test('is built into dist and registered', () => {
		expect(packageJson.n8n.nodes).toContain(`dist/nodes/${file}/${file}.node.js`);
	});
});

test('the node has the names of the contract, and can be used as a tool', () => {
	expect([NODE.name, NODE.displayName]).toEqual(['businessCardData', 'Business Card Data']);
	expect(NODE.usableAsTool).toBe(true);
	expect(NODE.version).toBe(1);
});

test('the trigger has the names of the contract, and polls', () => {
	expect([TRIGGER.name, TRIGGER.displayName]).toEqual(['businessCardDataTrigger', 'Business Card Data Trigger']);
	expect([TRIGGER.polling, TRIGGER.group, TRIGGER.inputs]).toEqual([true, ['trigger'], []]);
});

describe('the credential', () => {
	const credential = new BusinessCardDataApi();

	test('has the names of the contract', () => {
		expect([credential.name, credential.displayName]).toEqual(['businessCardDataApi', 'Business Card Data API']);
		const fields = credential.properties.map(({ name, required, typeOptions }) => [
			name,
			required === true,
			typeOptions?.password === true,
		]);
		expect(fields).toEqual([
			['baseUrl', true, false],
			['apiKey', true, true],
			['appId', false, true],
			['callsPerSecond', false, false],
		]);
	});

	test('has a light and a dark icon that exist', () => {
		expectIcons(credential.icon, join(ROOT, 'credentials', 'BusinessCardDataApi.credentials.ts'));
	});

	test('is registered, and leaves its test to the node, which can tell both kinds of 401 apart', () => {
		expect(packageJson.n8n.credentials).toEqual(['dist/credentials/BusinessCardDataApi.credentials.js']);
		expect('test' in credential).toBe(false);
	});
});

test('the package is what n8n expects of a community package', () => {
	expect(packageJson.name).toBe('n8n-nodes-business-card-data');
	expect(packageJson.keywords).toContain('n8n-community-node-package');
	expect(packageJson.license).toBe('MIT');
	expect(packageJson.files).toEqual(['dist', 'CHANGELOG.md']);
	expect(packageJson.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	expect(packageJson.n8n.strict).toBe(true);
	for (const forbidden of ['dependencies', 'overrides', 'bundledDependencies']) {
		expect([forbidden, forbidden in packageJson]).toEqual([forbidden, false]);
	}
});
