/** What the service's answers tell about one open point. */
export type Answer = Told | Untold;

/** The point is settled. */
export interface Told {
	readonly answer: string;
	/** Whether our choice stands, as it is, before this answer. */
	readonly verdict: 'confirms' | 'contradicts';
	readonly note?: string;
}

/** The point stays open. */
export interface Untold {
	/** `here`: other data, or other rights, would tell; `reads`: no read could. */
	readonly open: 'here' | 'reads';
	readonly why: string;
}

/** The answer fits our choice. */
export function confirms(answer: string, note?: string): Told {
	return { answer, verdict: 'confirms', ...(note === undefined ? {} : { note }) };
}

/** The answer does not fit our choice; `note` says what follows. */
export function contradicts(answer: string, note: string): Told {
	return { answer, verdict: 'contradicts', note };
}

/** What there is here does not tell. */
export function unsettled(why: string): Untold {
	return { open: 'here', why };
}

/** No read tells. */
export function notByReads(why: string): Untold {
	return { open: 'reads', why };
}

export function isTold(answer: Answer): answer is Told {
	return 'verdict' in answer;
}
