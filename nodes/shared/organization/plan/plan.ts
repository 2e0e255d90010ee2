import { withFurther } from '../items';
import type { ItemViolation, ReadItem } from '../items';
import { rowViolations } from '../rows';
import { changesOf, countsOf, inOrder, writePlaces } from './changes';
import { refuseContradictions } from './contradictions';
import { DepartmentFinder } from './departments';
import { Draft } from './draft';
import { importsOf } from './imports';
import { refusalsOf } from './limits';
import { ItemMatcher } from './matching';
import { explainTwins, markMissing } from './missing';
import type { PlanRecord } from './record';
import type { Change, OrganizationPlan, PresentTables, SyncRules } from './types';
import { refuseSharedValues } from './uniqueValues';

/**
 * Plans what makes the organization what the items say (contract: `organization.sync`). The order of the items makes no
 * difference. Applying the plan and planning again gives a plan without imports.
 *
 * @param present the records of the service (spec: E11, E12), each with its id
 * @param items what records are to be; records that no item names stay or go as the rules say
 * @returns the imports and their changes, or every reason why no plan can be made
 */
export function planOrganization(
	present: PresentTables,
	items: readonly ReadItem[],
	rules: SyncRules,
): OrganizationPlan {
	const draft = new Draft(present, items, rules);
	const finder = new DepartmentFinder(draft);
	new ItemMatcher(draft, finder).matchAll();
	markMissing(draft);
	explainTwins(draft);

	const records = inOrder(draft.all(), (record) => sortKeyOf(record, rules));
	writePlaces(records);
	finder.refuseTwins();
	refuseContradictions(draft);
	const areTakenOver = refuseSharedValues(draft);
	const refusals = refusalsOf(draft);

	const planned = changesOf(records, rules);
	const changes = [...planned.values()];
	const violations = inItemOrder(withFurther(draft.violations, changeViolations(changes, rules)));
	const isPossible = violations.length === 0;
	const imports = isPossible ? importsOf(records, planned, areTakenOver) : [];
	return {
		imports,
		changes,
		counts: { user: countsOf(draft.users), department: countsOf(draft.departments) },
		kept: keptOf(records, rules),
		refusals,
		violations,
	};
}

function sortKeyOf(record: PlanRecord, rules: SyncRules): string {
	const { kind, key } = record.labels(rules);
	return [kind, key, record.id].join('\0');
}

/** Checks the rows of changes in the columns that items ask for. */
function changeViolations(changes: readonly Change[], rules: SyncRules): ItemViolation[] {
	return changes.flatMap((change) => {
		const { action, fields, itemIndexes } = change;
		const isAsked = (name: string) => {
			// Where a department cannot be found, that has been said.
			if (name === 'DepartmentId') return false;
			return action === 'added' || (action === 'edited' && Object.hasOwn(fields, name));
		};
		const row = { ...change, itemIndex: itemIndexes[0] };
		return rowViolations(row, isAsked, rules);
	});
}

function inItemOrder(violations: ItemViolation[]): ItemViolation[] {
	const placeOf = ({ itemIndex = Number.MAX_SAFE_INTEGER }: ItemViolation) => itemIndex;
	return violations.sort((one, other) => placeOf(one) - placeOf(other));
}

function keptOf(records: readonly PlanRecord[], rules: SyncRules): OrganizationPlan['kept'] {
	return records.flatMap((record) => {
		const { kept: reason } = record;
		if (reason === undefined) return [];
		return [{ ...record.labels(rules), reason }];
	});
}
