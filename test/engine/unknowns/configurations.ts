import {
	DEFAULT_SWITCHES,
	ERROR_BODY_STYLES,
	OPEN_ERROR_STATUSES,
	SWITCH_VALUES,
	type Switches,
} from '../../emulator';
import { pairwise, type Factors, type Row } from './pairwise';

/**
 * The switches as factors. The bodies of all error answers are one factor: an answer has one status, so how two statuses
 * look never meets.
 */
export const FACTORS: Factors = { ...SWITCH_VALUES, errorBodies: ERROR_BODY_STYLES };

/** The seed with the fewest rows of those that were tried. */
const SEED = 74;

/** One way in which the service may have answered everything that is open. */
export interface Configuration {
	readonly name: string;
	/** For the reader of a failure: what is not as the defaults have it. */
	readonly differences: string;
	readonly switches: Switches;
}

function toSwitches(row: Row): Switches {
	const errorBodies = Object.fromEntries(OPEN_ERROR_STATUSES.map((status) => [status, row.errorBodies]));
	return { ...row, errorBodies } as unknown as Switches;
}

/** What differs from the defaults. */
function differencesOf(row: Row): string {
	const usual: Readonly<Record<string, unknown>> = { ...DEFAULT_SWITCHES, errorBodies: 'json' };
	const others = Object.entries(row).filter(([name, value]) => usual[name] !== value);
	return others.map(([name, value]) => `${name} ${String(value)}`).join(', ');
}

export const ROWS: readonly Row[] = pairwise(FACTORS, SEED);

/** A pairwise covering set of all switches. */
export const CONFIGURATIONS: readonly Configuration[] = ROWS.map((row, index) => ({
	name: `configuration ${index + 1}`,
	differences: differencesOf(row),
	switches: toSwitches(row),
}));
