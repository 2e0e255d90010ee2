import type { PlanViolation } from '../../../../shared';

/** From so many items on, one line tells of all that have the same fault: a column that is not mapped is a fault of each row. */
const MANY = 11;

/** Numbers of items, those that follow each other as a range. */
function ranges(numbers: readonly number[]): string {
	const runs: Array<[first: number, last: number]> = [];
	for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
		const run = runs.at(-1);
		if (run && number === run[1] + 1) run[1] = number;
		else runs.push([number, number]);
	}
	return runs.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(', ');
}

/** Why a plan is refused, a line for each reason, each with the items that it is about. */
export function reasonLines(violations: readonly PlanViolation[]): string[] {
	const itemsOf = new Map<string, number[]>();
	for (const { itemIndex, message } of violations) {
		if (itemIndex === undefined) continue;
		const items = itemsOf.get(message);
		if (items) items.push(itemIndex);
		else itemsOf.set(message, [itemIndex]);
	}
	const told = new Set<string>();
	return violations.flatMap(({ itemIndex, message }) => {
		if (itemIndex === undefined) return [message];
		const items = itemsOf.get(message) ?? [];
		if (items.length < MANY) return [/^(?:No item|Items?) /.test(message) ? message : `Item ${itemIndex}: ${message}`];
		if (told.has(message)) return [];
		told.add(message);
		return [`Items ${ranges(items)}: ${message}`];
	});
}
