/** The name of the agent in its workflow. */
export const agentName = 'Agent';

/** The value that the editor puts into a field that is left to the model. */
export function fromModel(key: string, type: 'string' | 'number' | 'boolean' = 'string'): string {
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, '${type}') }}`;
}
