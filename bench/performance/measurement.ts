/** What one contender is to do, told to the process that does it. */
export interface Task {
	readonly contender: string;
	readonly baseUrl: string;
	readonly apiKey: string;
	/** Where the built package is. */
	readonly packageFolder: string;
	/** Parts of the term, each read for an input item of its own: n8n takes no more than 100,000 records from one. */
	readonly termParts: number;
	/** Fetches these single cards instead of reading the list. */
	readonly singleCards?: readonly string[];
}

/** A task with what goes before it. */
export interface Assignment extends Task {
	/** Cards that are fetched before anything is measured: n8n does not start for one workflow. */
	readonly warmUp: readonly string[];
}

/** What the process says of itself when it has done it. */
export interface Reading {
	readonly milliseconds: number;
	/** Processor time of the process, waiting not counted. */
	readonly cpuMilliseconds: number;
	readonly records: number;
	readonly distinct: number;
	/** How much the process grew at its largest. */
	readonly grownBytes: number;
	/** What the contender reported as gone wrong; empty when it says that all went well. */
	readonly error: string;
	/** What the service counted. */
	readonly calls: number;
	readonly refusals: number;
}

/** A reading of a list. */
export interface Measurement extends Reading {
	readonly contender: string;
	readonly cards: number;
	readonly latencyMs: number;
}

/** Records a second. */
export function pace({ records, milliseconds }: Measurement): number {
	return (records / milliseconds) * 1_000;
}
