/** A moment on the way of a poll's records through n8n. */
export interface StageSign {
	/** How it is called where kills are listed. */
	readonly words: string;
	/** The line of a log that shows it, and whose log; the service's answer when left out. */
	readonly line?: { readonly of: 'main' | 'workers'; readonly looksLike: RegExp };
}

/* Each query is written to the log when it is sent to the database. */
const query = (text: string) => new RegExp(`^query: ${text}`);

/** In the order in which they come. */
export const STAGES = {
	answer: { words: 'answer' },
	memory: { words: 'memory', line: { of: 'main', looksLike: query('UPDATE .*"workflow_entity" SET "staticData"') } },
	execution: { words: 'execution', line: { of: 'main', looksLike: query('INSERT INTO .*"execution_entity"') } },
	records: { words: 'records', line: { of: 'main', looksLike: query('INSERT INTO .*"execution_data"') } },
	enqueued: { words: 'job', line: { of: 'main', looksLike: /^Enqueued execution/ } },
	taken: { words: 'job taken', line: { of: 'workers', looksLike: /^Worker started execution/ } },
} as const satisfies Record<string, StageSign>;

/** A moment, by name. */
export type Stage = keyof typeof STAGES;
