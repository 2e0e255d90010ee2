import { formatCount, quote } from '../../values/show';
import { PLACE_FIELD } from '../fields';
import type { OrganizationRecordKind } from '../fields';
import { append } from '../identity';
import { DEPARTMENT_PATH } from '../recognise';
import type { Draft } from './draft';
import { nameOf } from './record';
import type { PlanRecord } from './record';
import type { Refusal } from './types';
import { samePersons } from './uniqueValues';

/* The limits of a sync: its own (contract: Never), and those that a person sets. A plan that breaks one can be shown. */

/** Lists the limits that a plan breaks, each with the records that it is about in their order. */
export function refusalsOf(draft: Draft): Refusal[] {
	const changed = draft.all().filter((record) => record.action !== undefined);
	const deleted = changed.filter((record) => !record.stays);

	const refusals = [
		...leftBehind(draft),
		unaskedDeletions(draft, deleted, 'user'),
		unaskedDeletions(draft, deleted, 'department'),
		personsAddedAgain(draft),
		hiddenDepartments(draft),
		tooManyDeletions(draft, deleted),
		tooManyChanges(draft, changed),
	];
	const broken = refusals.filter((refusal) => refusal.records.length > 0);
	return broken.map((refusal) => {
		const records = [...refusal.records].sort();
		return { ...refusal, records };
	});
}

/** Deletions of departments in which somebody or something stays: refused to their items, else limits that are broken. */
function leftBehind(draft: Draft): Refusal[] {
	const left = new Map<PlanRecord, string[]>();
	for (const record of draft.all()) {
		if (!record.stays) continue;
		const deletedPlaces = record.places.filter((place) => !place.stays);
		for (const place of deletedPlaces) append(left, place, nameOf(record));
	}

	const refusals: Refusal[] = [];
	const advice = 'move or delete these as well, or keep it';
	for (const [{ items, path }, records] of left) {
		const [item] = items;
		const what = `The department ${quote(path)} cannot be deleted while it has`;
		const names = records.sort().join(', ');
		if (item) draft.refuse(item, 'DeleteFlag', `${what} ${names}; ${advice}`);
		else
			refusals.push({
				parameter: 'missingDepartments',
				message: `${what} contents; ${advice}`,
				records,
			});
	}
	return refusals;
}

/** Records that are deleted as missing although no item names a record of their kind that stays. */
function unaskedDeletions(draft: Draft, deleted: readonly PlanRecord[], kind: OrganizationRecordKind): Refusal {
	const isNamed = draft.items.some((item) => item.kind === kind && !item.deletes);
	const ofKind = deleted.filter((record) => record.kind === kind);
	const missing = ofKind.filter((record) => record.deletion === 'missing');
	const records = isNamed ? [] : missing.map(nameOf);

	if (kind === 'user') {
		const message = 'Missing Users deletes nobody, because no item is about a user who stays';
		return {
			parameter: 'missingUsers',
			message,
			records,
		};
	}
	const message = 'Missing Departments deletes nothing, because no item is about a department that stays';
	return {
		parameter: 'missingDepartments',
		message,
		records,
	};
}

/** Users who would be deleted and added again under another key. */
function personsAddedAgain(draft: Draft): Refusal {
	const { matchUsersBy: key } = draft.rules;
	const what = 'A user who would be added seems to be one who would be deleted as missing';
	const advice = key === 'Email' ? 'correct the Email, or match users by User ID' : 'correct the User ID';
	return {
		parameter: key,
		message: `${what}; ${advice}`,
		records: samePersons(draft),
	};
}

/** Records in departments that are not in the list of departments, where one is made that may be one of these. */
function hiddenDepartments({ departments, misplaced }: Draft): Refusal {
	const areMade = departments.some((department) => !department.row);
	const shownIn = (record: PlanRecord) => `${nameOf(record)} in ${record.before(PLACE_FIELD[record.kind])}`;

	const what = 'The list of departments is incomplete, because the service shows users or departments in others';
	const risk = 'A department might be added a second time';
	return {
		parameter: DEPARTMENT_PATH,
		message: `${what}. ${risk}; try again later, or move these`,
		records: areMade ? misplaced.map(shownIn) : [],
	};
}

function tooManyDeletions(draft: Draft, deleted: readonly PlanRecord[]): Refusal {
	const { maxDeletions } = draft.rules;
	const isBeyond = deleted.length > maxDeletions;
	return {
		parameter: 'maxDeletions',
		message: `The plan would delete ${countOf(deleted)}; Max Deletions allows ${formatCount(maxDeletions)}`,
		records: isBeyond ? deleted.map(nameOf) : [],
	};
}

function tooManyChanges(draft: Draft, changed: readonly PlanRecord[]): Refusal {
	const { maxChanges } = draft.rules;
	const isBeyond = maxChanges > 0 && changed.length > maxChanges;
	return {
		parameter: 'maxChanges',
		message: `The plan would change ${countOf(changed)}; Max Changes allows ${formatCount(maxChanges)}`,
		records: isBeyond ? changed.map(nameOf) : [],
	};
}

function countOf(records: readonly PlanRecord[]): string {
	const noun = records.length === 1 ? 'record' : 'records';
	return `${formatCount(records.length)} ${noun}`;
}
