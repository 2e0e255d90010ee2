/** A deliberate bug: what is written instead of a text that stands once in the file. */
export interface Mutant {
	/** What it amounts to. */
	readonly name: string;
	/** In nodes/. */
	readonly file: string;
	readonly search: string;
	readonly replace: string;
}

/** The bugs that the trigger's tests have to catch, each of them on its own. */
export const MUTANTS: readonly Mutant[] = [
	{
		name: 'The floor does not stay behind by the overlap',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'anchor - overlap - budget.elapsedSeconds',
		replace: 'anchor - budget.elapsedSeconds',
	},
	{
		name: 'The floor does not stay behind by the length of the poll',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'anchor - overlap - budget.elapsedSeconds',
		replace: 'anchor - overlap',
	},
	{
		name: 'The floor follows the newest record alone',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'const ANCHOR = 50;',
		replace: 'const ANCHOR = 1;',
	},
	{
		name: 'The floor passes what a reading of several polls met too early',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'state.live?.at ?? Infinity, this.ceiling)',
		replace: 'state.live?.at ?? Infinity)',
	},
	{
		name: 'The floor passes what has not been read yet',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'state.live?.at ?? Infinity, this.ceiling)',
		replace: 'this.ceiling)',
	},
	{
		name: 'The floor goes back to the start at each poll',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'state.floor = Math.max(state.floor, followed);',
		replace: 'state.floor = followed;',
	},
	{
		name: 'The floor passes a large overlap before it is read again',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'if (position) return;\n\t\tstate.floor = Math.max(state.floor, floorAfter);',
		replace: 'state.floor = Math.max(state.floor, floorAfter);\n\t\tif (position) return;',
	},
	{
		name: 'A large overlap is not read again',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'if (at > state.floor) {',
		replace: 'if (at > state.floor && state.floor < 0) {',
	},
	{
		name: 'What was there at activation is news when it takes another poll to read',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'state.quietUntil = anchor ?? FIRST_SECOND;',
		replace: 'state.quietUntil = undefined;',
	},
	{
		name: 'Everything is old until all that was there at activation is read',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'if (state.live && startFrom === undefined) state.quietUntil = anchor ?? FIRST_SECOND;',
		replace: '',
	},
	{
		name: 'Activation emits what is there',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'startFrom === undefined ? LAST_SECOND : startFrom - 1',
		replace: 'startFrom === undefined ? FIRST_SECOND : startFrom - 1',
	},
	{
		name: 'The past of startFrom ends a second early',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'state.backfill = { at: startFrom, end: floor - 1 };',
		replace: 'state.backfill = { at: startFrom, end: floor - 2 };',
	},
	{
		name: 'The past of startFrom begins a second late',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'state.backfill = { at: startFrom, end: floor - 1 };',
		replace: 'state.backfill = { at: startFrom + 1, end: floor - 1 };',
	},
	{
		name: 'A record that leaves the past while it is read is no news',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'if (!state.live && this.isWhole) state.cutoff = state.floor;',
		replace: 'if (!state.live && !state.backfill) state.cutoff = state.floor;',
	},
	{
		name: 'The cutoff follows before a large overlap is read again',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'this.isWhole = isAlone && at === state.floor;',
		replace: 'this.isWhole = isAlone;',
	},
	{
		name: 'After a refused selection everything that the new one shows is news',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: "if (event.fires === 'each state') state.quietSeconds = [...known];",
		replace: '',
	},
	{
		name: 'A new selection forgets which seconds were read',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'for (const second of before.readSeconds) this.ledger.addSecond(second);',
		replace: '',
	},
	{
		name: 'The ledger forgets a second too much',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'this.ledger.prune((second) => second >= oldest);',
		replace: 'this.ledger.prune((second) => second > oldest);',
	},
	{
		name: 'The ledger forgets what the past of startFrom has brought',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: "event.fires === 'once' ? Math.min(state.floor, state.cutoff) : state.floor",
		replace: 'state.floor',
	},
	{
		name: 'Waiting cards are not looked for at activation',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: "return event.fires === 'once' && statuses.length > 0 && !statuses.includes(WAITING_STATUS);",
		replace: "return event.fires === 'once' && statuses.length > 5 && !statuses.includes(WAITING_STATUS);",
	},
	{
		name: 'Waiting cards are forgotten',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'state.waiting = [...this.waiting];',
		replace: 'state.waiting = [];',
	},
	{
		name: 'Another event, credential or range goes on with the old memory',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'if (before?.scope !== this.options.scope)',
		replace: 'if (before === undefined)',
	},
	{
		name: 'An edit is in force at once, and nothing is noted',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'if (same(state.selection, this.options.selection)) {',
		replace: 'state.selection = this.options.selection;\n\t\tif (same(state.selection, this.options.selection)) {',
	},
	{
		name: 'An edit takes over although something has just changed',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'if (isRead && this.news.length === met) return',
		replace: 'if (isRead) return',
	},
	{
		name: 'An edit takes over before all is noted',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'if (rebase.position) return;\n\t\t\tconst met',
		replace: 'const met',
	},
	{
		name: 'A page token of the former selection is used after an edit',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: "state.rebase = undefined;\n\t\t// Its page token belongs to the former selection; it begins again.\n\t\tstate.recheck = undefined;",
		replace: 'state.rebase = undefined;',
	},
	{
		name: 'A poll hands over more than it may',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'if (!budget.hasRoom) break;',
		replace: '',
	},
	{
		name: 'The latest change comes first',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'this.news.sort((a, b) => a.updated - b.updated)',
		replace: 'this.news.sort((a, b) => b.updated - a.updated)',
	},
	{
		name: 'The order that is asked for is taken for granted',
		file: 'BusinessCardDataTrigger/watermark.ts',
		search: 'this.evidence = { ordered: state.ordered, pageSize: state.pageSize };',
		replace: 'this.evidence = { ordered: true, pageSize: state.pageSize };',
	},
	{
		name: 'Reading goes on after the last second of a page, not with it',
		file: 'BusinessCardDataTrigger/reader.ts',
		search: 'const step = this.takeAll(records, last.updated);',
		replace: 'const step = this.takeAll(records, last.updated + 1);',
	},
	{
		name: 'A crowded second is read once',
		file: 'BusinessCardDataTrigger/reader.ts',
		search: 'if (token === undefined || met.digest === met.before) return goOn({ at: at + 1 });',
		replace: 'return goOn({ at: at + 1 });',
	},
	{
		name: 'A crowded second is left as soon as a pass brings nothing new',
		file: 'BusinessCardDataTrigger/reader.ts',
		search: 'met.digest === met.before',
		replace: '!met.fresh',
	},
	{
		name: 'A refused page token ends the second',
		file: 'BusinessCardDataTrigger/reader.ts',
		search: 'if (page instanceof PageRefused) return goOn(passesOver(',
		replace: 'if (page instanceof PageRefused) return goOn({ at: at + 1 });\n\t\tif (page instanceof PageRefused) return goOn(passesOver(',
	},
	{
		name: 'The lower bound is taken as included',
		file: 'BusinessCardDataTrigger/reader.ts',
		search: 'from: narrow ? at : Math.max(FIRST_SECOND, at - 1),',
		replace: 'from: at,',
	},
	{
		name: 'The upper bound is taken as included',
		file: 'BusinessCardDataTrigger/reader.ts',
		search: 'to: Math.min(LAST_SECOND, to + 1),',
		replace: 'to: Math.min(LAST_SECOND, to),',
	},
	{
		name: 'A page in order by chance proves the order',
		file: 'shared/updateOrder.ts',
		search: 'if (stampsDiffer && registrationAscends) evidence.ordered = true;',
		replace: 'if (stampsDiffer) evidence.ordered = true;',
	},
	{
		name: 'A page out of order is trusted',
		file: 'BusinessCardDataTrigger/reader.ts',
		search: "keepsUpdateOrder(page.records, 'asc', this.options.evidence)) {",
		replace: "(keepsUpdateOrder(page.records, 'asc', this.options.evidence) || records.length > 0)) {",
	},
	{
		name: 'What did not fit a full poll is passed over',
		file: 'BusinessCardDataTrigger/reader.ts',
		search: 'return untaken ? stop({ at: untaken.updated }) : goOn({ at: next });',
		replace: 'return untaken ? stop({ at: next }) : goOn({ at: next });',
	},
	{
		name: 'A slice that fits is taken for one second more',
		file: 'BusinessCardDataTrigger/reader.ts',
		search: 'const step = this.takeAll(records, to + 1);',
		replace: 'const step = this.takeAll(records, to + 2);',
	},
	{
		name: 'A state is known by its record and time',
		file: 'BusinessCardDataTrigger/judge.ts',
		search: 'const key = fingerprint(`${record.id}\\n${canonical(record.json)}`);',
		replace: 'const key = fingerprint(`${record.id}\\n${record.updated}`);',
	},
	{
		name: 'A state is known by its record alone',
		file: 'BusinessCardDataTrigger/judge.ts',
		search: 'const key = fingerprint(`${record.id}\\n${canonical(record.json)}`);',
		replace: 'const key = fingerprint(record.id);',
	},
	{
		name: 'A state is known by its content alone',
		file: 'BusinessCardDataTrigger/judge.ts',
		search: 'const key = fingerprint(`${record.id}\\n${canonical(record.json)}`);',
		replace: 'const key = fingerprint(canonical({ ...record.json, id: 0 }));',
	},
	{
		name: 'A new record is known by its content, so that a change makes it new again',
		file: 'BusinessCardDataTrigger/judge.ts',
		search: 'const key = fingerprint(record.id);\n\t\t// An id',
		replace: 'const key = fingerprint(`${record.id}\\n${canonical(record.json)}`);\n\t\t// An id',
	},
	{
		name: 'A card that is still waiting counts as seen',
		file: 'BusinessCardDataTrigger/judge.ts',
		search: 'waiting.add(key);\n\t\t\treturn \'noted\';\n\t\t}\n\t\tledger',
		replace: 'ledger.add(until, key);\n\t\t\treturn \'noted\';\n\t\t}\n\t\tledger',
	},
	{
		name: 'A card that has waited fires at each change',
		file: 'BusinessCardDataTrigger/judge.ts',
		search: 'ledger.add(until, key);\n\t\tif (waited) {\n\t\t\twaiting.delete(key);',
		replace: 'if (!waited) ledger.add(until, key);\n\t\tif (waited) {',
	},
	{
		name: 'A record registered at the cutoff is no news',
		file: 'BusinessCardDataTrigger/judge.ts',
		search: "return chosen && !quiet && record.registered >= cutoff ? 'news' : 'noted';",
		replace: "return chosen && !quiet && record.registered > cutoff ? 'news' : 'noted';",
	},
	{
		name: 'Every change of an old record makes it new',
		file: 'BusinessCardDataTrigger/judge.ts',
		search: "return chosen && !quiet && record.registered >= cutoff ? 'news' : 'noted';",
		replace: "return chosen && !quiet ? 'news' : 'noted';",
	},
	{
		name: 'The memory of a newer release is overwritten',
		file: 'BusinessCardDataTrigger/state.ts',
		search: 'if (state.version === 2) return state;',
		replace: 'if (state.version !== 1) return state;',
	},
];
