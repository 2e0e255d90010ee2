import type { Subject } from './subject';

/* Walks through the tree of departments, each of which takes every department once, however deep the tree is. */

/** The departments that are above themselves. */
export function circlesIn(departments: readonly Subject[]): Set<Subject> {
	const seen = new Set<Subject>();
	const inCircle = new Set<Subject>();
	for (const department of departments) {
		const way: Subject[] = [];
		let each: Subject | undefined = department;
		while (each && !seen.has(each)) {
			seen.add(each);
			way.push(each);
			each = each.above;
		}

		const start = each ? way.indexOf(each) : -1;
		if (start !== -1) for (const member of way.slice(start)) inCircle.add(member);
	}
	return inCircle;
}

/** Names what stands above each department that items name, because it is needed for it. */
export function spreadNames(departments: readonly Subject[]): void {
	const named = departments.flatMap((department) => {
		const items = [...department.namedBy];
		return items.length > 0 ? [{ department, items }] : [];
	});

	const seen = new Set<Subject>();
	for (const { department, items } of named) {
		let above: Subject | undefined = department;
		while (above && !seen.has(above)) {
			seen.add(above);
			if (above.namedBy.size === 0) for (const item of items.slice(0, 1)) above.namedBy.add(item);
			above = above.above;
		}
	}

	// One that is made without an item of its own is paired with all that need it.
	const areMade = departments.some(isMadeForOthers);
	for (const { department, items } of areMade ? named : []) {
		for (const above of department.line().filter(isMadeForOthers)) {
			for (const item of items) above.namedBy.add(item);
		}
	}
}

function isMadeForOthers({ row, items }: Subject): boolean {
	return !row && items.length === 0;
}
