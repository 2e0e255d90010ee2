import type { PlanViolation } from './types';

/** Collects every reason why a plan is refused. */
export class Violations {
	readonly all: PlanViolation[] = [];

	/** Something about one item. */
	ofItem(itemIndex: number, parameter: string, message: string): void {
		this.all.push({ itemIndex, parameter, message });
	}

	/** Something about the plan as a whole. */
	ofPlan(parameter: string, message: string): void {
		this.all.push({ parameter, message });
	}
}

/** Item numbers as a message names them. */
export function itemsNamed(indexes: readonly number[]): string {
	const sorted = [...indexes].sort((a, b) => a - b);
	return sorted.length === 1 ? `item ${sorted[0]}` : `items ${sorted.join(', ')}`;
}
