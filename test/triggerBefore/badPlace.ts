import type { BadPlace } from './badPages';
import type { BadPageStep } from './history';
import type { ServiceModel } from './model';

/** The past begins behind so many records that are newer. */
const NEWER = 60;

/** The records that a bad page holds, as the service is now; `undefined` where it has none of the kind. */
export function badPlaceIn(model: ServiceModel, { of, pick, width }: BadPageStep, overlap: number): BadPlace | undefined {
	if (of === 'waiting cards') return 'lists of waiting cards';
	if (of === 'a new record') return { ids: new Set(model.ids.slice(-1)) };
	const shown = model.shownStates;
	const seconds = shown.map(({ updated }) => updated).sort((a, b) => b - a);
	if (of === 'the past') {
		const past = seconds.filter((second) => second < (seconds[NEWER] ?? 0) - overlap - width);
		const end = past[pick % past.length];
		return end === undefined ? undefined : { from: end - width, to: end };
	}
	const picked = shown[pick % shown.length];
	if (!picked) return undefined;
	return of === 'a record' ? { ids: new Set([picked.id]) } : { from: picked.updated - width, to: picked.updated + width };
}
