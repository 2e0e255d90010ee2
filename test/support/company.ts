import { seedCompany, type Emulator } from '../emulator';

/** Gives the service the records of a company that has used it for months; the same ones every time. */
export function fillCompany(emulator: Emulator): void {
	seedCompany(emulator, { cards: 300, reports: 500, seed: 7 });
}
