import type { Execution } from '../../tools/realN8n/types';
import { waitFor } from '../../tools/realN8n/wait';
import { Editor } from '../../tools/realN8n/editor';
import type { Scene } from './scene';
import type { Finding } from './traces';

const patienceMs = 15_000;

interface Remedy {
	readonly name: string;
	readonly fits: (execution: Execution) => boolean;
	readonly try: (editor: Editor, id: string) => Promise<void>;
}

/** What a person can do with an execution that has not delivered its records. */
const remedies: readonly Remedy[] = [
	{ name: 'retry', fits: () => true, try: async (editor, id) => await editor.retry(id) },
	{
		name: 'stop, then retry',
		fits: ({ status }) => status === 'new' || status === 'running',
		try: async (editor, id) => {
			await editor.stop(id);
			await editor.retry(id);
		},
	},
];

/** Tries each remedy on one execution of each kind that belongs to records which have not come, and says what it did. */
export async function retries(scene: Scene, found: readonly Finding[]): Promise<Record<string, string>> {
	const editor = await Editor.open(scene.world);
	const outcomes: Record<string, string> = {};
	for (const finding of found) {
		const { executions, emptied } = finding;
		for (const execution of [...executions, ...emptied]) {
			const kind = executions.length > 0 ? execution.status : `${execution.status}, without its records`;
			for (const remedy of remedies.filter(({ fits }) => fits(execution))) {
				const name = `${kind}: ${remedy.name}`;
				if (outcomes[name] !== undefined || hasCome(scene, finding)) continue;
				const came = (): true | undefined => (hasCome(scene, finding) ? true : undefined);
				const outcome = async (): Promise<string> =>
					await waitFor('the records', came, { timeoutMs: patienceMs }).then(
						() => 'brings the records',
						() => 'is taken, and does not bring the records',
					);
				outcomes[name] = await remedy.try(editor, execution.id).then(outcome, (error: unknown) => String(error));
			}
		}
	}
	return outcomes;
}

function hasCome({ target }: Scene, { workflowId, batch }: Finding): boolean {
	return target.deliveries.some((each) => each.workflowId === workflowId && batch.ids.every((id) => each.ids.includes(id)));
}
