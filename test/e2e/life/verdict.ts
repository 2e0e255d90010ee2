import type { Execution } from '../../support/realN8n/types';
import { handedOver } from '../../support/realN8n/handedOver';
import type { Watcher, WireCard } from './watcher';

/** What has come out of a workflow, by what it is: the statuses of the executions that hold it. */
export type Output = ReadonlyMap<string, string[]>;

/** Everything that came out of a workflow. */
export function outputOf(
	executions: readonly Execution[],
	trigger: string,
	keyOf: (card: WireCard) => string | undefined,
): Output {
	const found = new Map<string, string[]>();
	for (const execution of executions) {
		for (const { json } of handedOver(execution, trigger)) {
			const key = keyOf(json as unknown as WireCard) ?? `not to be put out: ${String(json.id)}`;
			found.set(key, [...(found.get(key) ?? []), execution.status]);
		}
	}
	return found;
}

/** What was found where the ends of n8n's process explain it, and where nothing does. */
export interface Verdict {
	/** Has to be empty: neither of them was read by a poll that was cut. */
	lost: string[];
	repeated: string[];
	notRun: string[];
	/** Has to be empty: what the service never had. */
	invented: string[];
	/** For each poll that was cut: how many records of it were lost, came twice, or stand in an execution that did not run. */
	cut: Record<string, Record<string, number>>;
	total: number;
}

export interface Expected {
	watcher: Watcher;
	output: Output;
	/** What the service shows in the end. */
	final: readonly string[];
	/** Everything it ever had. */
	told: ReadonlySet<string>;
}

/** Compares what came out with what had to. */
export function judge({ watcher, output, final, told }: Expected): Verdict {
	const verdict: Verdict = { lost: [], repeated: [], notRun: [], invented: [], cut: {}, total: output.size };
	const note = (kind: 'lost' | 'repeated' | 'notRun', key: string, isExcused = true): void => {
		const poll = watcher.cutPollOf(key);
		if (poll === undefined || !isExcused) return void verdict[kind].push(key);
		const counts = (verdict.cut[`poll ${poll}`] ??= {});
		counts[kind] = (counts[kind] ?? 0) + 1;
	};
	const required = new Set([...final, ...watcher.seenCleanly().filter((key) => told.has(key))]);
	for (const key of required) if (!output.has(key)) note('lost', key);
	for (const [key, statuses] of output) {
		if (!told.has(key)) verdict.invented.push(key);
		if (statuses.length > 1) note('repeated', key, statuses.length === 2);
		if (!statuses.includes('success')) note('notRun', key);
	}
	return verdict;
}
