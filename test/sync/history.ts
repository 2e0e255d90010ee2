import fc from 'fast-check';
import type { FaultKind } from '../emulator';
import { stories, type Story } from './stories';

/** Nights of a sync that runs on its own: what goes wrong, who else is at work, and what the service is like. */

/** What somebody else does in the service. */
export const DEEDS = ['addUser', 'removeUser', 'renameUser', 'moveUser', 'addDepartment', 'renameDepartment', 'removeDepartment'] as const;

export interface Deed {
	readonly do: (typeof DEEDS)[number];
	/** Which record, and which name. */
	readonly of: number;
	/** Before which call of the night. */
	readonly at: number;
}

export interface Trouble {
	readonly kind: FaultKind;
	readonly status: number;
	/** The call that meets it. */
	readonly at: number;
	/** Whether all calls from then on meet it. */
	readonly lasts: boolean;
	/** Whether the service does its work although the answer is lost. */
	readonly process: boolean;
}

export interface Night {
	readonly mode: 'plan' | 'apply';
	/** Items that the directory does not give tonight. */
	readonly without: readonly number[];
	readonly trouble: Trouble | undefined;
	readonly deed: Deed | undefined;
	/** The call at which the execution is cancelled. */
	readonly cancelAt: number | undefined;
	/** Whether n8n tries once more after a failure. */
	readonly retries: boolean;
}

/** What the specification leaves open, and how the node is set for it. */
export interface Circumstances {
	readonly deletionsJudged: 'after' | 'before';
	readonly blankOnEdit: 'clears' | 'keeps';
	readonly equalDepartmentNames: 'allowed' | 'refused';
	readonly csvColumnOrder: 'fieldTable' | 'reversed';
	readonly csvCharset: 'utf8' | 'utf8bom' | 'sjis';
	readonly resultOrder: 'departmentsFirst' | 'usersFirst' | 'reversed';
	readonly completedSpelling: 'lower' | 'capital' | 'digit';
	readonly checkResultDelimiter: 'comma' | 'asked';
	readonly importStatusPath: 'stepwise' | 'skipsRunning' | 'requeued';
	readonly delimiter: 'comma' | 'semicolon' | 'tab' | 'space';
	readonly encoding: 'utf8' | 'sjis';
}

export interface History {
	readonly story: Story;
	readonly circumstances: Circumstances;
	readonly nights: readonly Night[];
}

const call = fc.integer({ min: 1, max: 14 });

const trouble: fc.Arbitrary<Trouble> = fc.record({
	kind: fc.constantFrom<FaultKind>('status', 'status', 'reset', 'resetMidBody', 'html', 'empty'),
	status: fc.constantFrom(500, 503, 400, 403, 502),
	at: call,
	lasts: fc.boolean(),
	process: fc.boolean(),
});

const deed: fc.Arbitrary<Deed> = fc.record({ do: fc.constantFrom(...DEEDS), of: fc.nat({ max: 9 }), at: call });

const night: fc.Arbitrary<Night> = fc.record({
	mode: fc.constantFrom('apply', 'apply', 'apply', 'plan'),
	without: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(fc.nat({ max: 10 }), { maxLength: 3 }) }),
	trouble: fc.option(trouble, { nil: undefined, freq: 2 }),
	deed: fc.option(deed, { nil: undefined, freq: 1 }),
	cancelAt: fc.option(call, { nil: undefined, freq: 1 }).filter((at) => at === undefined || at % 3 === 0),
	retries: fc.boolean(),
});

const circumstances: fc.Arbitrary<Circumstances> = fc.record({
	deletionsJudged: fc.constantFrom('after', 'before'),
	blankOnEdit: fc.constantFrom('clears', 'keeps'),
	equalDepartmentNames: fc.constantFrom('allowed', 'allowed', 'refused'),
	csvColumnOrder: fc.constantFrom('fieldTable', 'reversed'),
	csvCharset: fc.constantFrom('utf8', 'utf8bom', 'sjis'),
	resultOrder: fc.constantFrom('departmentsFirst', 'usersFirst', 'reversed'),
	completedSpelling: fc.constantFrom('lower', 'capital', 'digit'),
	checkResultDelimiter: fc.constantFrom('comma', 'asked'),
	importStatusPath: fc.constantFrom('stepwise', 'skipsRunning', 'requeued'),
	delimiter: fc.constantFrom('comma', 'semicolon', 'tab', 'space'),
	encoding: fc.constantFrom('utf8', 'sjis'),
});

/** Where blanks keep what is there, a person who clears with them is told so in every run: that is no matter of nights. */
function withoutVainClearing(history: History): History {
	if (history.circumstances.blankOnEdit === 'clears') return history;
	const wishes = { ...history.story.wishes, blankCells: 'keep' } as const;
	return { ...history, story: { ...history.story, wishes } };
}

/** One to three nights of one directory. */
export const histories: fc.Arbitrary<History> = fc
	.record({ story: stories, circumstances, nights: fc.array(night, { minLength: 1, maxLength: 3 }) })
	.map(withoutVainClearing);
