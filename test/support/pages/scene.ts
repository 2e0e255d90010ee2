import { ManualClock, type Emulator } from '../../emulator';
import { fillCompany } from '../company';

/** The moment at which the pages of the operations were made. */
export const PAGES_CLOCK = '2026-10-01T09:00:00+09:00';

/** Any time of the pages: every run begins at the same moment, so that it gives the same records. */
export function pagesClock(): ManualClock {
	return new ManualClock(PAGES_CLOCK);
}

/** The records that the pages show; the same ones every time, but for the UUIDs that the service draws. */
export function setPagesScene(emulator: Emulator): void {
	fillCompany(emulator);
}
