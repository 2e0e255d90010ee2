import type { INode } from 'n8n-workflow';

/** What n8n puts behind the name of a node type that it offers to agents. */
const SUFFIX = 'Tool';

/** Whether an AI agent uses the node as its tool. */
export function isTool({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith(SUFFIX);
}
