import { quote } from '../../values/show';
import { columnLabel } from '../fields';
import { comparable, Keys, sameForm, similarForm } from '../identity';
import type { Draft } from './draft';
import { nameOf } from './record';
import type { PlanRecord } from './record';

/* Columns of which each user has a value of their own: who takes whose, and who is the same person. */

/** The columns of which no two users may have the same value (spec: user record). */
const UNIQUE_COLUMNS = ['UserId', 'Email', 'SamlNameId'];

/** The id of an account, without its hyphens: Entra puts it before the address of an account that was deleted. */
const TOMBSTONE = /^[0-9a-f]{32}(?=[^@])/i;

/** A user who comes to a value, and all users who are to have it. */
interface Comer {
	readonly user: PlanRecord;
	readonly column: string;
	readonly holders: readonly PlanRecord[];
}

/** The users who come to another value of a unique column. */
function comersIn(draft: Draft): Comer[] {
	const { users } = draft;

	return UNIQUE_COLUMNS.flatMap((column) => {
		const holders = Keys.ofTexts<PlanRecord>((text) => comparable(column, text));
		for (const user of users) holders.addNew(user.wanted(column), user);

		const changed = users.filter((user) => user.isChanged(column));
		const comers = changed.filter((user) => user.wanted(column) !== '');
		return comers.map((user) => ({
			user,
			column,
			holders: holders.all(user.wanted(column)),
		}));
	});
}

/**
 * Refuses values of users who stay.
 *
 * @returns whether somebody comes to a value that a user leaves by being deleted
 */
export function refuseSharedValues(draft: Draft): boolean {
	let areTakenOver = false;

	for (const { user, column, holders } of comersIn(draft)) {
		const staying = holders.find((other) => other !== user && other.stays);
		if (!staying) {
			areTakenOver ||= holders.length > 1;
			continue;
		}

		const other = staying.wanted(column === 'UserId' ? 'Email' : 'UserId');
		const label = columnLabel(column);
		const message = `${label} ${quote(user.wanted(column))} is also used by ${other}; each user needs their own`;
		for (const item of user.items) draft.refuse(item, column, message);
	}
	return areTakenOver;
}

/** The form that the keys of one person share under which a directory may show them. */
function personOf(key: string): string {
	return similarForm(sameForm(key).replace(TOMBSTONE, ''));
}

/** Lists users who would be added although they look like somebody who would be deleted as missing: the same person. */
export function samePersons({ users }: Draft): string[] {
	const missing = users.filter((record) => record.deletion === 'missing');
	const added = users.filter((record) => !record.row);

	return UNIQUE_COLUMNS.flatMap((column) => {
		const leavers = new Map(missing.map((user) => [personOf(user.before(column)), user]));

		return added.flatMap((user) => {
			const person = personOf(user.wanted(column));
			const leaver = person === '' ? undefined : leavers.get(person);
			if (!leaver) return [];
			return `${nameOf(user)} has the ${columnLabel(column)} of ${nameOf(leaver)}`;
		});
	});
}
