import { ColumnSpelling } from '../../../../nodes/shared/organization/columns';
import { fieldNames, type OrganizationRecordKind } from '../../../../nodes/shared/organization/fields';

/** Every slip of one letter in the name of every column is found, and no column of any kind is taken for a slip. */

const KINDS: readonly OrganizationRecordKind[] = ['user', 'department'];
const DOCUMENTED = new Set([...KINDS, 'result' as const].flatMap(fieldNames));
const spelling = new ColumnSpelling();

/** All names that one letter makes of a name. */
function slipsOf(name: string): string[] {
	const places = Array.from({ length: name.length + 1 }, (_, at) => [name.slice(0, at), name.slice(at)] as const);
	return places.flatMap(([before, after]) => [
		...['x', 'Q', 'é', 'あ'].map((letter) => before + letter + after),
		...(after === '' ? [] : [before + after.slice(1)]),
		...(after === '' ? [] : ['x', 'Q', 'é', 'あ'].map((letter) => before + letter + after.slice(1))),
		...(after.length < 2 ? [] : [`${before}${after[1] ?? ''}${after[0] ?? ''}${after.slice(2)}`]),
	]);
}

/** Names that look the same to a person. */
function looksOf(name: string): string[] {
	const words = name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
	const joined = [' ', '_', '-', '\u2010', '\u3000', '\u00a0', ' - '].map((by) => words.replaceAll(' ', by));
	return [name.toLowerCase(), name.toUpperCase(), ` ${name} `, `\ufeff${name}`, ...joined, ...joined.map((each) => each.toLowerCase())];
}

const COLUMNS = KINDS.flatMap((kind) => fieldNames(kind).map((name) => [kind, name] as const));

test.each(COLUMNS)('%s.%s: each slip is refused with the right name', (kind, name) => {
	const slips = [...slipsOf(name), ...looksOf(name), ...looksOf(name).flatMap(slipsOf)].filter((slip) => !DOCUMENTED.has(slip));
	expect(slips.length).toBeGreaterThan(50);
	const missed = slips.filter((slip) => !spelling.misspelt(kind, { [slip]: null }).some(({ columns }) => columns.includes(name)));
	expect(missed).toEqual([]);
});

test.each(COLUMNS)('%s.%s: a digit more, or two letters, make another name', (kind, name) => {
	for (const other of [`${name}2`, `2${name}`, `${name}xy`, `qx${name}`, name.slice(2), `${name.slice(0, -2)}`]) {
		if (other !== '') expect(spelling.misspelt(kind, { [other]: 1 }).flatMap(({ columns }) => columns)).not.toContain(name);
	}
});

test.each(KINDS)('no documented column is a slip in the row of a %s', (kind) => {
	const row = Object.fromEntries([...DOCUMENTED].map((name) => [name, 1]));
	expect(spelling.misspelt(kind, row)).toEqual([]);
});

test('a slip that is as near to two columns names both, and one that looks like a column names that alone', () => {
	expect(spelling.misspelt('user', { UserUid: 1 })).toEqual([{ given: 'UserUid', columns: ['UserUuid', 'UserId'] }]);
	expect(spelling.misspelt('user', { user_id: 1 })).toEqual([{ given: 'user_id', columns: ['UserId'] }]);
});
