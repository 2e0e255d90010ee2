import { ManualClock, type Emulator } from '../../test/emulator';
import { fillCompany } from '../company';
import type { OperationPage } from './operationPages';

/** The moment at which the pages of the operations were made. */
export const PAGES_CLOCK = '2026-10-01T09:00:00+09:00';

/** The time zone of the pages: their times have none of their own. */
export const PAGES_TIMEZONE = 'Asia/Tokyo';

/** Any time of the pages: every run begins at the same moment, so that it gives the same records. */
export function pagesClock(): ManualClock {
	return new ManualClock(PAGES_CLOCK);
}

const ROWS = { department: [['sales1', '', 'Sales', '', '', '', '']] };

/** The records that the pages show; the same ones every time, but for the UUIDs that the service draws. */
export function setPagesScene(emulator: Emulator): void {
	fillCompany(emulator);
}

/**
 * An import that has ended, where a page asks for one: its id takes the place of the one on the page.
 *
 * @returns the page, ready to be run
 */
export function withEndedImport(emulator: Emulator, page: OperationPage): OperationPage {
	if (!page.items.some(({ json }) => 'importId' in json)) return page;
	const { id } = emulator.imports.reserve(ROWS, '2.0');
	emulator.imports.advance(id);
	emulator.imports.advance(id);
	return { ...page, items: page.items.map(({ json }) => ({ json: { ...json, importId: id } })) };
}
