import type { Damage } from './history';

/** The place of a part in a memory, from the outside in. */
export type PartPath = readonly string[];

/** Numbers of this size are seconds of our time. */
const LEAST_SECOND = 1e9;
const MAX_SECOND = 1e10;

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSecond(value: unknown): value is number {
	return typeof value === 'number' && value >= LEAST_SECOND && value < MAX_SECOND;
}

/** The parts of a memory, less the outermost: without those there would be no memory at all. */
export function partsOf(memory: unknown, path: PartPath = []): PartPath[] {
	if (!isObject(memory)) return [];
	return Object.entries(memory).flatMap(([key, value]) => {
		const own = [...path, key];
		return [...(path.length > 0 ? [own] : []), ...partsOf(value, own)];
	});
}

function holderOf(memory: unknown, path: PartPath): Record<string, unknown> | undefined {
	const holder = path.slice(0, -1).reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), memory);
	return isObject(holder) && Object.hasOwn(holder, path[path.length - 1] ?? '') ? holder : undefined;
}

function inMilliseconds(value: unknown): unknown {
	if (isSecond(value)) return value * 1_000;
	if (Array.isArray(value)) return value.map(inMilliseconds);
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inMilliseconds(inner)]));
}

/** What stands for a part after the damage, by what it was; `undefined` where this damage cannot be done to it. */
const DAMAGES: Readonly<Record<Exclude<Damage, 'missing' | 'all in milliseconds'>, (value: unknown) => unknown>> = {
	null: (value) => (value === null ? undefined : null),
	number: (value) => (typeof value === 'number' ? 'x' : 7),
	text: (value) => (typeof value === 'string' ? 7 : 'x'),
	list: (value) => (Array.isArray(value) ? {} : []),
	milliseconds: (value) => (isSecond(value) ? value * 1_000 : undefined),
	'bad element': (value) => (Array.isArray(value) && value.length > 0 ? [null, ...value.slice(1)] : undefined),
};

/**
 * Damages a memory.
 *
 * @param text the memory as JSON
 * @param parts those that no memory of this trigger can be without
 * @param pick chooses one of those that can be damaged so
 * @returns the damaged memory as JSON, or `undefined` where there is nothing to damage
 */
export function damaged(text: string, how: Damage, pick: number, parts: readonly PartPath[]): string | undefined {
	const memory: unknown = JSON.parse(text);
	const options = parts.flatMap((path) => {
		const holder = holderOf(memory, path);
		const key = path[path.length - 1];
		return holder && key !== undefined ? [{ holder, key }] : [];
	});
	if (how === 'all in milliseconds') {
		return options.some(({ holder, key }) => isSecond(holder[key])) ? JSON.stringify(inMilliseconds(memory)) : undefined;
	}
	const changed = options.flatMap(({ holder, key }) => {
		const value = how === 'missing' ? undefined : DAMAGES[how](holder[key]);
		return how === 'missing' || value !== undefined ? [{ holder, key, value }] : [];
	});
	const chosen = changed[pick % changed.length];
	if (!chosen) return undefined;
	if (chosen.value === undefined) delete chosen.holder[chosen.key];
	else chosen.holder[chosen.key] = chosen.value;
	return JSON.stringify(memory);
}
