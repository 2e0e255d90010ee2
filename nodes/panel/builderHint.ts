import type { INodeTypeDescription } from 'n8n-workflow';

/**
 * What n8n's workflow builder, a language model, is told beside what a person reads. The types of n8n-workflow have it
 * since 2.39; older versions of n8n do not look at it.
 */
interface NodeHint {
	/** Shown with the node where nodes are searched. */
	readonly searchHint: string;
	readonly relatedNodes: ReadonlyArray<{ readonly nodeType: string; readonly relationHint: string }>;
}

const PACKAGE = 'n8n-nodes-business-card-data';

/** The hint of the node with all operations. */
export const NODE_HINT: NodeHint = {
	searchHint:
		'Reads, searches and registers business cards of a business-card data service, downloads and uploads their images, and reads or syncs users and departments. Lists follow all pages and keep to the limit of 10 calls per second by themselves: no loop and no Wait node is needed. To start a workflow with new or changed cards, use the trigger instead of reading on a schedule.',
	relatedNodes: [
		{ nodeType: `${PACKAGE}.businessCardDataTrigger`, relationHint: 'Starts the workflow with new and changed cards or reports' },
	],
};

/** The hint of the trigger. */
export const TRIGGER_HINT: NodeHint = {
	searchHint:
		'Starts the workflow with new or changed business cards or reports, each state once. It remembers what it has emitted: no Remove Duplicates node and no date filter is needed after it.',
	relatedNodes: [
		{ nodeType: `${PACKAGE}.businessCardData`, relationHint: 'Reads more about what the trigger emits: persons, images, tags' },
	],
};

/** A hint for the description of a node. */
export function withNodeHint(builderHint: NodeHint): Partial<INodeTypeDescription> & { readonly builderHint: NodeHint } {
	return { builderHint };
}

/** A hint for a field, or for a choice of one. Not for a field called `resource`, `operation` or `mode`: n8n 2.41 refuses a package with such a hint. */
export function withHint(propertyHint: string): { readonly builderHint: { readonly propertyHint: string } } {
	return { builderHint: { propertyHint } };
}
