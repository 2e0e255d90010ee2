import type { PollTask } from '../trigger/simulate';

/** What each event of the trigger watches, and when it fires (contract: Trigger). */
export const SUBJECTS = {
	businessCardUpdated: { about: 'card', fires: 'each state' },
	businessCardCreated: { about: 'card', fires: 'once' },
	reportUpdated: { about: 'report', fires: 'each state' },
	reportCreated: { about: 'report', fires: 'once' },
} as const satisfies Readonly<Record<string, { about: 'card' | 'report'; fires: PollTask['wish']['fires'] }>>;

export type SubjectName = keyof typeof SUBJECTS;

export type Subject = (typeof SUBJECTS)[SubjectName];

export const SUBJECT_NAMES = Object.keys(SUBJECTS) as SubjectName[];
