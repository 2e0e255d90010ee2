import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { textOf, REPOSITORY } from '../support/repository';
import { NODE, OFFERED, TRIGGER } from './nodes';
import { allFields } from '../support/panel';

/** The workflows to import name what the two nodes have. */

interface ExampleNode {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	readonly parameters: Readonly<Record<string, unknown>>;
	readonly credentials?: object;
	readonly disabled?: boolean;
}

interface Example {
	readonly nodes: readonly ExampleNode[];
	/** By the name of a node and the kind of its outputs. */
	readonly connections: Readonly<Record<string, Record<string, Array<Array<{ readonly node: string }>>>>>;
}

const FILES = readdirSync(join(REPOSITORY, 'examples')).filter((file) => file.endsWith('.json'));
const PACKAGE = 'n8n-nodes-business-card-data.';

/** Parameters that n8n adds to every polling trigger and every tool. */
const ADDED = ['pollTimes', 'descriptionType', 'toolDescription'];

/** The parameters that the node does not have, at the top level and in its collections, and the values that its lists do not. */
function unknown({ type, parameters }: ExampleNode): string[] {
	const fields = allFields((type.endsWith('Trigger') ? TRIGGER : NODE).properties);
	const given = Object.entries(parameters).filter(([name]) => !ADDED.includes(name));
	return given.flatMap(([name, value]) => {
		const named = fields.filter((field) => field.name === name);
		const inside = named.some((field) => field.type === 'collection') ? Object.keys(value as object) : [];
		const missing = [name, ...inside].filter((each) => !fields.some((field) => field.name === each));
		const lists = ['resource', 'operation'].includes(name) ? [] : named.flatMap(({ options = [] }) => options);
		const values = lists.flatMap((entry) => ('value' in entry ? [entry.value] : []));
		const isChosen = typeof value === 'string' && !value.startsWith('=') && values.length > 0;
		return isChosen && !values.includes(value) ? [...missing, `${name}: ${value}`] : missing;
	});
}

describe.each(FILES)('%s', (file) => {
	const { nodes, connections } = JSON.parse(textOf(`examples/${file}`)) as Example;
	const own = nodes.filter(({ type }) => type.startsWith(PACKAGE));
	const next = (name: string) =>
		Object.values(connections[name] ?? {})
			.flat(2)
			.map(({ node }) => node);

	it('uses operations, parameters and values that exist', () => {
		expect(own.length).toBeGreaterThan(0);
		for (const node of own) {
			const { resource, operation } = node.parameters;
			if (!node.type.endsWith('Trigger')) expect(OFFERED).toContain(`${String(resource)}.${String(operation)}`);
			expect([node.name, ...unknown(node)]).toEqual([node.name]);
		}
	});

	it('has no trigger twice of which the editor drops the second one when it imports', () => {
		for (const type of ['manualTrigger', 'executeWorkflowTrigger'])
			expect(nodes.filter((node) => node.type === `n8n-nodes-base.${type}`).length).toBeLessThanOrEqual(1);
	});

	it('can be published: what no trigger leads to is not active, and asks for no credential', () => {
		const reached = new Set(nodes.filter(({ type }) => type.endsWith('Trigger')).map(({ name }) => name));
		for (const name of reached) next(name).forEach((node) => reached.add(node));
		/* What serves an agent, such as its model and its tools, is connected towards it. */
		const served = Object.entries(connections).filter(([, kinds]) => !('main' in kinds));
		for (const [name] of served) if (next(name).some((node) => reached.has(node))) reached.add(name);
		const stray = nodes.filter(({ name, credentials, disabled }) => credentials && !disabled && !reached.has(name));
		expect(stray.map(({ name }) => name)).toEqual([]);
	});

	it('connects nodes that are there, each with a name of its own', () => {
		const names = nodes.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		/* Of two nodes with one ID, the canvas shows one. */
		expect(new Set(nodes.map(({ id }) => id)).size).toBe(names.length);
		const ends = Object.keys(connections).flatMap((name) => [name, ...next(name)]);
		expect(names).toEqual(expect.arrayContaining(ends));
	});
});

/** The nodes in which the examples for directories differ, besides their notes: where accounts come from, and what is taken of them. */
const OF_A_DIRECTORY = ['Users', 'People'];

test('the examples for directories do the same with the accounts of both', () => {
	const [entra, google] = ['entra', 'google'].map((directory) => {
		const text = textOf(`examples/organization-from-${directory}.json`);
		const { nodes, connections } = JSON.parse(text.replaceAll(/"(?:Entra|Google) Users"/g, '"Users"')) as Example;
		const shared = nodes.filter(
			({ name, type }) => !OF_A_DIRECTORY.includes(name) && type !== 'n8n-nodes-base.stickyNote',
		);
		const rows = nodes.filter(({ name }) => name === 'People').map(({ parameters }) => namesOfRows(parameters));
		return { shared: JSON.parse(withoutIds(shared)) as unknown, rows, connections };
	});
	expect(entra).toEqual(google);
	expect(entra?.rows.flat()).toEqual(expect.arrayContaining(['account.id', 'UserName']));
});

function namesOfRows(parameters: ExampleNode['parameters']): string[] {
	const { assignments } = parameters.assignments as { assignments: Array<{ name: string }> };
	return assignments.map(({ name }) => name);
}

/** n8n's own ids, which no two workflows share. */
function withoutIds(nodes: readonly ExampleNode[]): string {
	return JSON.stringify(nodes, (key, value: unknown) =>
		key === 'id' && String(value).length === 36 ? undefined : value,
	);
}
