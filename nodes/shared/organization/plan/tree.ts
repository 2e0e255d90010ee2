import type { PlanRecord } from './record';

/* Walks through the tree of departments, each of which visits every department once, however deep the tree is. */

/** Finds the departments that are above themselves. */
export function circlesIn(departments: readonly PlanRecord[]): Set<PlanRecord> {
	const seen = new Set<PlanRecord>();
	const inCircle = new Set<PlanRecord>();

	for (const department of departments) {
		const way: PlanRecord[] = [];
		let each: PlanRecord | undefined = department;
		while (each && !seen.has(each)) {
			seen.add(each);
			way.push(each);
			each = each.above;
		}

		// A way that ends at a department of its own has gone round.
		const start = each ? way.indexOf(each) : -1;
		const members = start === -1 ? [] : way.slice(start);
		for (const member of members) inCircle.add(member);
	}
	return inCircle;
}

/** Names the departments above each one that items name, because they are needed for it. */
export function nameAbove(departments: readonly PlanRecord[]): void {
	const named = departments.flatMap((department) => {
		const items = [...department.namedBy];
		if (items.length === 0) return [];
		return [{ department, items }];
	});

	const seen = new Set<PlanRecord>();
	for (const { department, items } of named) {
		const [item] = items;
		let above: PlanRecord | undefined = department;
		while (above && !seen.has(above)) {
			seen.add(above);
			if (above.namedBy.size === 0 && item !== undefined) above.namedBy.add(item);
			above = above.above;
		}
	}

	pairMadeDepartments(departments, named);
}

/** Pairs a department that is made without an item of its own with all items that need it. */
function pairMadeDepartments(
	departments: readonly PlanRecord[],
	named: ReadonlyArray<{ readonly department: PlanRecord; readonly items: readonly number[] }>,
): void {
	const isMadeForOthers = (record: PlanRecord) => !record.row && record.items.length === 0;
	if (!departments.some(isMadeForOthers)) return;

	for (const { department, items } of named) {
		for (const above of department.withAbove().filter(isMadeForOthers)) {
			for (const item of items) above.namedBy.add(item);
		}
	}
}
