import { pages, textOf } from '../../support/repository';
import { NODE, OFFERED } from '../../description/nodes';
import { operationsOn, withFields } from '../../../scripts/docs/pages';

/** The reference in docs/operations, whose tables of fields `npm run release -- tables` writes. */

it('has a table of fields for every operation, once', () => {
	const reference = pages().filter((page) => page.startsWith('docs/operations/'));
	expect(reference.flatMap((page) => operationsOn(textOf(page))).sort()).toEqual([...OFFERED].sort());
});

it('gets the fields of the panel in place of the table that was there', () => {
	const page = 'before\n<!-- fields of businessCard.getImage -->\nold\n<!-- end of fields -->\nafter';
	const written = withFields(page, NODE);
	expect(written).toMatch(/^before\n[^]*\nafter$/);
	expect(written).not.toContain('old');
	expect(written).toMatch(/^\| Side \(`side`\).* \| .*`back`, `front`.*Default: `front` \|$/m);
	expect(withFields(written, NODE)).toBe(written);
});

it('says something about every field: what it means, what it takes, or an example', () => {
	const parts = OFFERED.map((operation) => withFields(`<!-- fields of ${operation} -->\n<!-- end of fields -->`, NODE));
	const rows = parts.flatMap((part) => part.split('\n')).filter((line) => line.startsWith('| '));
	expect(rows.length).toBeGreaterThan(100);
	expect(rows.filter((line) => /\|\s*\|/.test(line))).toEqual([]);
});

it('refuses an operation that there is not', () => {
	const page = '<!-- fields of card.fly -->\n<!-- end of fields -->';
	expect(() => withFields(page, NODE)).toThrow('card.fly');
});
