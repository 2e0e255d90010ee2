import { readFileSync } from 'fs';
import { WRONGS } from '../../test/triggerBefore/findings';

/** What caught a bug: a history of a group (a class, those without any, those that are stored), or a test. */
export type Catcher = { readonly history: string; readonly group: string } | { readonly test: string };

const ROW = /^\| (.+) \| `[^`]+` \| (.+) \|$/gm;
const HISTORY = new RegExp(`^(.+?)(?: of \`(.+)\`)?: (?:${WRONGS.join('|')})$`);

/**
 * What caught each bug when the table of a page was written: tried first, it says within seconds what a search says within minutes.
 *
 * @returns by the names of the bugs; those that nothing caught are not among them
 */
export function catchersIn(page: string): ReadonlyMap<string, Catcher> {
	const rows = readFileSync(page, 'utf8').matchAll(ROW);
	return new Map(
		[...rows].flatMap(([, name = '', caught = '']): Array<[string, Catcher]> => {
			const [, history, drawnFor = 'none'] = HISTORY.exec(caught) ?? [];
			if (history !== undefined) return [[name, { history, group: history.startsWith('history ') ? drawnFor : 'stored' }]];
			return caught.startsWith('*') ? [] : [[name, { test: caught }]];
		}),
	);
}
