import type { IDataObject } from 'n8n-workflow';
import { toSourceRecord } from '../../nodes/BusinessCardDataTrigger/source';
import type { PollTask } from '../trigger/simulate';
import type { Subject } from './subjects';
import type { Version } from './world';

/** What the options of the trigger ask for. */
export interface View {
	/** With cards that are unreadable, with calls among the reports. */
	readonly isWide: boolean;
	/** Records look different with it. */
	readonly includesTags: boolean;
}

export const FIRST_VIEW: View = { isWide: false, includesTags: false };

type Wish = PollTask['wish'];

/** Every list is asked for in the same version. */
const VERSION = '3.2';

const GROUPS = {
	card: { narrow: ['completed'], wide: ['completed', 'unreadable'], all: ['completed', 'processing', 'unreadable'] },
	report: { narrow: ['Meeting'], wide: ['Call', 'Meeting'], all: [] },
} as const;

/** The options after an edit: other records are asked for, or they look different, in turn. */
export function edited({ isWide, includesTags }: View): View {
	return isWide === includesTags ? { isWide: !isWide, includesTags } : { isWide, includesTags: !includesTags };
}

/** Whether a version is asked for. */
export function asksFor({ isWide }: View, { group }: Version, { about }: Subject): boolean {
	const groups: readonly string[] = GROUPS[about][isWide ? 'wide' : 'narrow'];
	return groups.includes(group);
}

/** The options as the trigger gets them. Of an event that fires once, every status is asked for and some are chosen. */
export function wishFor({ isWide, includesTags }: View, { about, fires }: Subject): Wish {
	const chosen = [...GROUPS[about][isWide ? 'wide' : 'narrow']];
	const statuses = about === 'card' ? chosen : [];
	return {
		fires,
		statuses,
		startFrom: undefined,
		selection: {
			version: VERSION,
			entryStatus: fires === 'once' && about === 'card' ? [...GROUPS.card.all] : statuses,
			includeTags: includesTags,
			includePastBizCards: false,
			type: about === 'report' ? chosen : [],
			category: [],
		},
	};
}

/** What a list shows of a version. */
export interface Look {
	readonly record: ReturnType<typeof toSourceRecord>;
	readonly text: string;
}

const looks = { plain: new WeakMap<Version, Look>(), tagged: new WeakMap<Version, Look>() };

function dateTime(second: number): string {
	return new Date(second * 1_000).toISOString().replace('.000Z', '+00:00');
}

function newLook(version: Version, { about }: Subject, includesTags: boolean): Look {
	const { id, registered, updated, isReadable, group, text } = version;
	const json: IDataObject = Object.freeze({
		id,
		registeredTime: dateTime(registered),
		updatedTime: isReadable ? dateTime(updated) : null,
		[about === 'card' ? 'entryStatus' : 'type']: group,
		memo: `text ${text}`,
		...(includesTags ? { tags: [{ id: 't1' }] } : {}),
	});
	return { record: toSourceRecord(json, { version: VERSION, includeTags: includesTags }), text: JSON.stringify(json) };
}

/** What lists show of a version, with tags or without. */
export function lookOf(version: Version, subject: Subject, includesTags: boolean): Look {
	const known = looks[includesTags ? 'tagged' : 'plain'];
	const look = known.get(version) ?? newLook(version, subject, includesTags);
	known.set(version, look);
	return look;
}
