import { toSourceRecord } from '../../../../nodes/BusinessCardDataTrigger/source';
import type { SourceRecord } from '../../../../nodes/BusinessCardDataTrigger/source';
import { secondsToServiceDateTime } from '../../../../nodes/shared';

/** What a list shows of a card; times are seconds since {@link NOON}. */
export interface Shown {
	readonly id?: string;
	readonly updated?: number | null;
	readonly registered?: number;
	readonly status?: string;
	readonly memo?: string;
	readonly tags?: readonly string[];
}

const NOON = 1_775_044_800;

/** Seconds since 1970 of a second after noon. */
export function at(second: number): number {
	return NOON + second;
}

function stamp(second: number): string {
	return secondsToServiceDateTime(at(second));
}

/** A record as the service gives it: a completed card, changed at noon and registered with it, unless said otherwise. */
export function card({ id = 'a', updated = 0, registered = updated ?? 0, status = 'completed', ...content }: Shown = {}): SourceRecord {
	const json = {
		id,
		entryStatus: status,
		updatedTime: updated === null ? 'not yet known' : stamp(updated),
		registeredTime: stamp(registered),
		...content,
	};
	return toSourceRecord(json, { version: '3.2', includeTags: false });
}
