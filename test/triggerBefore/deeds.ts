import { RECENT } from './history';
import type { Deed, Step } from './history';
import type { ServiceModel } from './model';
import type { RecordState } from './records';
import type { VirtualClock } from './virtualClock';

/** States of one history that the plain deed stamps ahead of all others. */
const MAX_AHEAD = 8;

/** The trigger promises to bear so many records at once that are stamped ahead by less than a day, and any number beyond. */
const MAX_NEARLY_AHEAD = 40;
const NEARLY_SECONDS = 27 * 3_600;

/** And so many in all where the clock of n8n is further than that from the one of the service: of the last fifty records some have to be honest. */
const MAX_UNMEASURED_AHEAD = 45;
const LAST_RECORDS = 50;

/** A stamp of the year 2099. */
const IN_2099 = Date.UTC(2099, 11, 30) / 1_000;

/** Records of a burst, unless it says otherwise. */
const MAX_IN_BURST = 400;

/** How many records count as those that were changed last. */
const MAX_RECENT = 30;

const STATUSES = ['completed', 'processing', 'processing', 'unreadable'];
const TYPES = ['Meeting', 'Call', 'Email'];

type Happening = Deed | Extract<Step, { do: 'burst' | 'tide' }>;

/** Lets something happen in the service. */
export function perform(deed: Happening, model: ServiceModel, clock: VirtualClock, isAboutCards: boolean): void {
	new Doer(model, clock, isAboutCards).perform(deed);
}

class Doer {
	constructor(
		private readonly model: ServiceModel,
		private readonly clock: VirtualClock,
		private readonly isAboutCards: boolean,
	) {}

	perform(deed: Happening): void {
		const { model, clock } = this;
		switch (deed.do) {
			case 'wait':
				return model.moveTo(clock.now() + deed.ms);
			case 'setClock':
				return model.setClock(deed.seconds);
			case 'add':
				for (let count = 0; count < deed.count; count += 1) this.add(deed.status, deed.late);
				return;
			case 'burst':
				return this.burst(deed);
			case 'tide':
				return this.tide(deed.count, deed.everyMs, deed.adds);
			case 'drop waiting':
				for (const id of model.ids) if (model.stateOf(id)?.status === 'processing') model.remove(id);
				return;
			default:
				return this.touch(deed);
		}
	}

	/** What happens to a record that is there. */
	private touch(deed: Exclude<Happening, { do: 'wait' | 'setClock' | 'add' | 'burst' | 'tide' | 'drop waiting' }>): void {
		const { model } = this;
		const id = this.picked(deed);
		const state = id === undefined ? undefined : model.stateOf(id);
		if (id === undefined || !state) return;
		switch (deed.do) {
			case 'change':
				for (let times = 0; times < deed.times; times += 1) this.rewrite(id, deed.late);
				return;
			case 'tag':
				return model.change(id, { tags: state.tags + 1 });
			case 'finish':
				if (state.status === undefined || state.status === 'completed') return;
				return model.change(id, { status: deed.readable ? 'completed' : 'unreadable' }, deed.late);
			case 'remove':
				return model.remove(id);
			case 'collate':
				return this.collate(state, deed);
			case 'ahead':
				return this.stampAhead(id, deed.isNew, deed.seconds);
			case 'stamp':
				return this.stamp(id, deed.isNew, deed.to === '2099' ? IN_2099 : model.second + deed.to);
			case 'again':
				return model.change(id, { updated: state.updated + Number(deed.moves), text: state.text + 1 });
			case 'show times':
				return this.make(id, deed.isNew, { updatedForm: deed.updated, registeredForm: deed.registered });
			case 'unsettle':
				return this.make(id, deed.isNew, { unsteady: deed.how });
		}
	}

	private add(kind: number, late = 0, fields: Partial<RecordState> = {}): string {
		const own = this.isAboutCards ? { status: STATUSES[kind % STATUSES.length] } : { type: TYPES[kind % TYPES.length] };
		return this.model.add({ ...own, ...fields }, late);
	}

	private rewrite(id: string, late = 0): void {
		const text = this.model.stateOf(id)?.text ?? 0;
		this.model.change(id, { text: text + 1 }, late);
	}

	/** The record that a deed is done to. */
	private picked(deed: { do: string; pick: number }): string | undefined {
		if (deed.do === 'finish') return this.pickOf(deed.pick, ({ status }) => status !== 'completed');
		if (deed.do === 'again') return this.pickOf(deed.pick, ({ updated }) => updated > this.model.second);
		return this.pick(deed.pick);
	}

	private pick(number: number): string | undefined {
		const { ids } = this.model;
		if (number < RECENT) return ids[number % ids.length];
		return ids[ids.length - 1 - ((number - RECENT) % Math.min(ids.length, MAX_RECENT))];
	}

	private pickOf(number: number, fits: (state: RecordState) => boolean): string | undefined {
		const ids = this.model.ids.filter((id) => {
			const state = this.model.stateOf(id);
			return state !== undefined && fits(state);
		});
		return ids[number % ids.length];
	}

	/** A new record with these fields, or a change of one that is there. */
	private make(id: string, isNew: boolean, fields: Partial<RecordState>): void {
		if (isNew) this.add(0, 0, fields);
		else this.model.change(id, { ...fields, text: (this.model.stateOf(id)?.text ?? 0) + 1 });
	}

	private burst({ pages, adds, late, most = MAX_IN_BURST }: Extract<Step, { do: 'burst' }>): void {
		const count = Math.ceil(Math.min(pages * this.model.traits.pageSize, most));
		const { ids } = this.model;
		for (let index = 0; index < count; index += 1) {
			const id = ids[index % Math.max(ids.length, 1)];
			if (adds || id === undefined) this.add(index, late);
			else this.rewrite(id, late);
		}
	}

	private tide(count: number, everyMs: number, adds: boolean): void {
		for (let index = 0; index < count; index += 1) {
			this.model.moveTo(this.clock.now() + everyMs);
			const id = this.pick(index * 7);
			if (adds || id === undefined) this.add(index);
			else this.rewrite(id);
		}
	}

	private collate(state: RecordState, deed: Extract<Deed, { do: 'collate' }>): void {
		const { model } = this;
		const { id } = state;
		const into = this.pick(deed.into);
		switch (deed.how) {
			case 'hide':
				return model.collate(id, true);
			case 'part':
				return model.collate(id, false);
			case 'merge':
				model.collate(id, true);
				if (into !== undefined && into !== id) this.rewrite(into);
				return;
			case 'rename':
				model.remove(id);
				this.add(0, 0, { registered: state.registered, status: state.status, type: state.type, renamed: true });
		}
	}

	private stampAhead(id: string, isNew: boolean, seconds: number): void {
		const { model } = this;
		const ahead = model.showings.filter(({ state }) => state.updated > model.second).length;
		if (ahead < MAX_AHEAD) this.stamp(id, isNew, model.second + seconds);
	}

	private stamp(id: string, isNew: boolean, updated: number): void {
		if (this.wouldBeTooMany(id, updated)) return;
		this.make(id, isNew, isNew ? { updated, registered: updated } : { updated });
	}

	/**
	 * Whether there would be too many records at some time that are ahead by less than a day; or at all, where n8n's clock is no measure of
	 * what is far ahead.
	 */
	private wouldBeTooMany(id: string, second: number): boolean {
		const { model, clock } = this;
		const isMeasured = Math.abs(clock.localSeconds - model.second) < NEARLY_SECONDS;
		const ahead = model.ids.filter((other) => other !== id && (model.stateOf(other)?.updated ?? 0) > model.second);
		if (!isMeasured && Math.max(ahead.length, this.aheadAmongLast(id)) >= MAX_UNMEASURED_AHEAD) return true;
		const near = ahead.filter((other) => Math.abs((model.stateOf(other)?.updated ?? 0) - second) < NEARLY_SECONDS);
		return second < IN_2099 && near.length >= MAX_NEARLY_AHEAD;
	}

	/** How many of the records that changed last, apart from one, were stamped ahead then: they may be gone by now, or their time may have come. */
	private aheadAmongLast(apart: string): number {
		const { model, clock } = this;
		const offset = model.second - Math.floor(clock.now() / 1_000);
		const last = new Map<string, boolean>();
		for (let place = model.showings.length - 1; place >= 0 && last.size < LAST_RECORDS - 1; place -= 1) {
			const state = model.showings[place]?.state;
			if (!state || state.id === apart || last.has(state.id)) continue;
			last.set(state.id, state.updated > Math.floor(state.madeAt / 1_000) + offset + 1);
		}
		return [...last.values()].filter(Boolean).length;
	}
}
