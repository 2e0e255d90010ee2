import type { INodeTypeDescription } from 'n8n-workflow';
import { fieldsOf, type Known } from './fields';

/** A table between its marks: `<!-- fields of tag.getAll -->` and `<!-- end of fields -->`. */
const TABLE = /(<!-- fields of (\w+\.\w+) -->\n)[^]*?(<!-- end of fields -->)/g;

/** The operations whose fields a page shows, as `<resource>.<operation>`. */
export function operationsOn(page: string): string[] {
	return [...page.matchAll(TABLE)].map(([, , operation = '']) => operation);
}

/** The page with the tables of its operations as the description has them. @throws Error for an operation that there is not */
export function withFields(page: string, description: INodeTypeDescription): string {
	const known: Known = new Map();
	return page.replace(
		TABLE,
		(_, begin: string, operation: string, end: string) =>
			`${begin}\n${fieldsOf(description, operation, known)}\n\n${end}`,
	);
}
