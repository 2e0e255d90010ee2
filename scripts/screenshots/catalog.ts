import type { INodeParameters, INodeProperties, INodeTypeDescription, NodeParameterValueType } from 'n8n-workflow';
import type { Stage } from './stage';
import { Panel } from '../../test/support/panel';
import { cardNode, cardTrigger, manualTrigger, workflow, type NodeDraft } from '../../test/support/realN8n/builder';
import { packageName } from '../../test/support/realN8n/names';
import type { CredentialReference } from '../../test/support/realN8n/types';

/** Every resource and operation in every version, and every event: as it is when new, and with all that can be added. */

const CHOICES = ['auto', '2.0', '2.5', '3.2'] as const;
const COLUMNS = 8;
/** The operation that n8n itself adds to every resource, for its HTTP Request node. */
const OF_N8N = '__CUSTOM_API_CALL__';
/** High enough for the longest panel, so that one picture holds all of it. */
const HEIGHT = 2400;

/** Our two nodes as n8n describes them to its editor. */
interface Descriptions {
	readonly node: INodeTypeDescription;
	readonly trigger: INodeTypeDescription;
}

/** A field that can be added, as it is right after that. */
function added(field: INodeProperties): NodeParameterValueType {
	return field.type === 'collection' ? allAdded(field.options ?? []) : field.default;
}

function allAdded(options: NonNullable<INodeProperties['options']>): INodeParameters {
	const fields = options.filter((option): option is INodeProperties => 'type' in option);
	return Object.fromEntries(fields.map((field) => [field.name, added(field)]));
}

/** The same node with everything in its collections that the version has. */
function filled(description: INodeTypeDescription, given: INodeParameters): INodeParameters {
	const panel = new Panel(description, withDefaults(description, given));
	const collections = panel.fields().filter(({ type }) => type === 'collection');
	const contents = collections.map(({ name }) => [name, allAdded(panel.inCollection(name))]);
	return { ...given, ...(Object.fromEntries(contents) as INodeParameters) };
}

/** What decides what is shown has to be there, also where it has its default. */
function withDefaults(description: INodeTypeDescription, given: INodeParameters): INodeParameters {
	const shown = new Panel(description, given).fields();
	return { ...Object.fromEntries(shown.map(({ name, default: value }) => [name, value])), ...given } as INodeParameters;
}

/** The operations that a version has, in the order of the lists. */
function operations(node: INodeTypeDescription, apiVersion: string): INodeParameters[] {
	return new Panel(node, { apiVersion }).values('resource').flatMap((value) => {
		const resource = String(value);
		const offered = new Panel(node, { apiVersion, resource }).values('operation');
		return offered
			.filter((operation) => operation !== OF_N8N)
			.map((operation) => ({ apiVersion, resource, operation: String(operation) }));
	});
}

/** The events that a version has. */
function events(trigger: INodeTypeDescription, apiVersion: string): INodeParameters[] {
	const all = new Panel(trigger, {}).values('event').map((event) => ({ apiVersion, event: String(event) }));
	return all.filter((given) => new Panel(trigger, given).values('apiVersion').includes(apiVersion));
}

/** The panels of one version: as they are when new for `auto`, and all of them with everything added. */
function drafts({ node, trigger }: Descriptions, apiVersion: string, credential: CredentialReference): NodeDraft[] {
	const nodes = operations(node, apiVersion).flatMap((given) => {
		const name = `${String(given.resource)}.${String(given.operation)}`;
		const full = cardNode(`${name} full`, filled(node, given), credential);
		return apiVersion === 'auto' ? [cardNode(`${name} new`, given, credential), full] : [full];
	});
	const triggers = events(trigger, apiVersion).map((given) =>
		cardTrigger(`trigger.${String(given.event)} full`, filled(trigger, given), credential),
	);
	return [...nodes, ...triggers];
}

/** All nodes of the drafts in rows, fed by nothing. */
function inRows(name: string, nodes: readonly NodeDraft[]): ReturnType<typeof workflow> {
	const definition = workflow(name, [manualTrigger()], ...nodes.map((node) => [node]));
	definition.nodes.forEach((node, index) => {
		node.position = [(index % COLUMNS) * 220, Math.floor(index / COLUMNS) * 180];
	});
	return definition;
}

/** Takes the whole catalog into a folder: a file a panel, by version. */
export async function takeCatalog({ editor, world }: Stage, folder: string, say: (line: string) => void): Promise<void> {
	const descriptions = {
		node: await editor.description(`${packageName}.businessCardData`),
		trigger: await editor.description(`${packageName}.businessCardDataTrigger`),
	};
	await editor.resize({ height: HEIGHT });
	for (const choice of CHOICES) {
		const nodes = drafts(descriptions, choice, world.credential);
		const { id } = await world.client.createWorkflow(inRows(`Catalog ${choice}`, nodes));
		await editor.showWorkflow(id);
		for (const { name } of nodes) {
			await editor.openNode(name);
			await editor.picture(`${folder}/${choice}/${name.replaceAll(' ', '-')}.png`, 'parameters');
			await editor.closeNode();
		}
		say(`${nodes.length} panels of version ${choice}`);
	}
	await editor.resize();
}
