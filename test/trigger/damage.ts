import type { Step } from './history';

type How = Extract<Step, { do: 'damage' }>['how'];

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Damages a memory: one part of a state is gone, or of another type.
 *
 * @param memory as JSON: one object that holds the state under any name
 * @param parts those that no state is without
 * @param pick chooses one of them
 */
export function damaged(memory: string, how: How, pick: number, parts: readonly string[]): string | undefined {
	const whole = JSON.parse(memory) as Record<string, unknown>;
	const state = Object.values(whole).find(isObject);
	const part = parts[pick % parts.length];
	if (!state || part === undefined) return undefined;
	const value = state[part];
	if (how === 'missing') delete state[part];
	if (how === 'newer') state.version = 1_000_000;
	if (how === 'null') state[part] = null;
	if (how === 'text') state[part] = typeof value === 'string' ? 7 : 'x';
	if (how === 'list') state[part] = Array.isArray(value) ? {} : [];
	return JSON.stringify(whole);
}

/** The parts of a state. */
export function partsOf(memory: string): string[] {
	return Object.keys(Object.values(JSON.parse(memory) as Record<string, unknown>).find(isObject) ?? {});
}
