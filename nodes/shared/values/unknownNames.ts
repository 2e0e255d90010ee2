import { lookOfName } from './columnNames';
import { quote } from './show';

/** A field as far as a person may mean it: by its name, or by its label in the panel. */
export interface NamedField {
	readonly name: string;
	readonly displayName?: string;
}

/** Names that are compared and listed at most. */
const MAX_NAMES = 50;

/** The letters of a name that are compared: no field has more. */
const MAX_LETTERS = 60;

/** Letters that may be missing, added or wrong in a name that is still taken for another one. */
const MAX_TYPOS = 3;

/** Counts the letters that have to be added, removed or replaced to make one text of another (Levenshtein). */
function typosBetween(one: string, other: string): number {
	let previous = Array.from({ length: other.length + 1 }, (_, index) => index);

	for (const [row, letter] of Array.from(one).entries()) {
		const current = [row + 1];

		for (let column = 0; column < other.length; column += 1) {
			const isSame = letter === other[column];
			const replaced = (previous[column] ?? 0) + (isSame ? 0 : 1);
			const removed = (previous[column + 1] ?? 0) + 1;
			const added = (current[column] ?? 0) + 1;
			current.push(Math.min(replaced, removed, added));
		}
		previous = current;
	}
	return previous[other.length] ?? 0;
}

/** Says how far a look is from another one; infinite where nobody means the one by the other. */
function distance(given: string, known: string): number {
	const shorter = Math.min(given.length, known.length);
	const difference = Math.abs(given.length - known.length);
	if (shorter === 0) return Infinity;

	const isComparable = difference <= MAX_TYPOS;
	const typos = isComparable ? typosBetween(given, known) : Infinity;
	const isMistyped = typos <= MAX_TYPOS && 2 * typos <= shorter;
	if (isMistyped) return typos;

	// `phoneNumber` for `phone`, `company` for `companyName`: the fewer letters are left over, the likelier.
	const holdsOther = given.includes(known) || known.includes(given);
	const isPart = shorter >= 3 && holdsOther;
	return isPart ? MAX_TYPOS + difference : Infinity;
}

/**
 * Finds the field that a person most likely means by a name that does not exist: `tel`, whose label is *Phone*, by
 * `phone`.
 *
 * @returns its name, `undefined` where no field is near
 */
export function nearestName(given: string, fields: readonly NamedField[]): string | undefined {
	const compared = given.slice(0, MAX_LETTERS);
	const look = lookOfName(compared);
	let nearest: string | undefined;
	let least = Infinity;

	for (const { name, displayName = name } of fields) {
		const toName = distance(look, lookOfName(name));
		const toLabel = distance(look, lookOfName(displayName));
		const nearer = Math.min(toName, toLabel);
		if (nearer >= least) continue;

		nearest = name;
		least = nearer;
	}
	return nearest;
}

/**
 * Finds the names that a collection does not have: what is given under them would be lost without a word.
 *
 * @param collection with the fields that it has
 * @param given the names that were given
 * @param outside the fields of the operation that stand outside of the collection
 * @returns each with a sentence that names what is meant, or all that there is
 */
export function unknownNames(
	collection: NamedField & { readonly options?: readonly object[] },
	given: readonly string[],
	outside: readonly NamedField[] = [],
): Array<{ readonly name: string; readonly message: string }> {
	const fields = (collection.options ?? []) as NamedField[];
	const known = new Set(fields.map((field) => field.name));
	const unknown = given.filter((name) => !known.has(name)).slice(0, MAX_NAMES);

	return unknown.map((name) => {
		const fieldOutside = outside.find((field) => field.name === name);
		const remedy = fieldOutside ? placeOutside(fieldOutside) : replacementFor(name, fields);
		const message = `${collection.name} has ${quote(name)}, ${remedy}`;
		return { name, message };
	});
}

/** Says where a field belongs that stands outside of the collection. */
function placeOutside(field: NamedField): string {
	const { name, displayName = name } = field;
	return `which belongs in the field ${quote(displayName)}`;
}

/** Says which name to use in place of one that does not exist: the nearest, else any. */
function replacementFor(name: string, fields: readonly NamedField[]): string {
	const nearest = nearestName(name, fields);
	if (nearest !== undefined) return `which does not exist; use ${quote(nearest)}`;

	const names = new Set(fields.map((field) => field.name));
	const list = [...names].map(quote).join(', ');
	return `which does not exist; use one of ${list}`;
}
