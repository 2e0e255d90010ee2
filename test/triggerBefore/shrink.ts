import type { Wrong } from './findings';
import type { History } from './history';
import { ours } from './ours';
import { PLAIN_POLL, plainHistory } from './plain';
import { simulate } from './simulate';

/** What is plain of a history: whatever is not needed becomes so. */
const PLAIN = plainHistory([], { overlap: 0 });

/** Simpler values in place of one, those first that leave out most; a poll is simplest when it is plain. */
function* simpler(value: unknown): Generator<unknown> {
	if (typeof value === 'number') {
		yield* new Set([0, Math.trunc(value / 2), value - Math.sign(value)].filter((other) => Math.abs(other) < Math.abs(value)));
	} else if (Array.isArray(value)) {
		for (let size = Math.ceil(value.length / 2); size > 0; size = size > 1 ? Math.ceil(size / 2) : 0) {
			for (let from = 0; from < value.length; from += size) yield [...value.slice(0, from), ...value.slice(from + size)];
		}
		for (const [place, element] of value.entries()) {
			for (const other of simpler(element)) yield [...value.slice(0, place), other, ...value.slice(place + 1)];
		}
	} else if (typeof value === 'object' && value !== null) {
		const isPoll = 'do' in value && value.do === 'poll';
		if (isPoll) yield PLAIN_POLL;
		for (const [key, inner] of Object.entries(value)) {
			if (isPoll && key !== 'meanwhile') continue;
			for (const other of simpler(inner)) yield { ...value, [key]: other };
		}
	}
}

function* simplerHistories(history: History): Generator<History> {
	const { steps, population, traits } = history;
	for (const other of simpler(steps)) yield { ...history, steps: other as History['steps'] };
	for (const other of simpler(population)) yield { ...history, population: other as History['population'] };
	for (const [key, plain] of Object.entries(PLAIN.traits)) yield { ...history, traits: { ...traits, [key]: plain } };
	const others = Object.keys(history).filter((key) => !['steps', 'population', 'traits', 'classes', 'event'].includes(key));
	for (const key of others) yield { ...history, [key]: PLAIN[key as keyof History] };
}

/** What is wrong with our trigger in a history; nothing where that cannot be lived through. */
async function wrongsOf(history: History): Promise<Wrong[]> {
	const { findings } = await simulate(history, ours).catch(() => ({ findings: [] }));
	return findings.map(({ wrong }) => wrong);
}

/**
 * Takes everything from a history that our trigger does not need to go wrong with it.
 *
 * @param wrongs what it goes wrong with: one of these it still does in what is left
 * @param ms how long that may take: it is for the reader
 */
export async function shrink(history: History, wrongs: readonly Wrong[], ms: number): Promise<History> {
	const end = Date.now() + ms;
	let least = history;
	let text = JSON.stringify(least);
	let isShrinking = true;
	while (isShrinking) {
		isShrinking = false;
		for (const candidate of simplerHistories(least)) {
			if (Date.now() > end) return least;
			const candidateText = JSON.stringify(candidate);
			if (candidateText === text || !(await wrongsOf(candidate)).some((wrong) => wrongs.includes(wrong))) continue;
			least = candidate;
			text = candidateText;
			isShrinking = true;
			break;
		}
	}
	return least;
}
