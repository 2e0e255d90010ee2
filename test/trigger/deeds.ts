import { RECENT } from './history';
import type { Deed, Step } from './history';
import type { RecordState, ServiceModel } from './model';
import type { VirtualClock } from './virtualClock';

/** Records of one history that may be stamped ahead of all others: the trigger promises to bear a few of them. */
const MOST_AHEAD = 8;

/** How many records count as those that were changed last. */
const MOST_RECENT = 30;

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
				return this.burst(deed.pages, deed.adds, deed.late);
			case 'tide':
				return this.tide(deed.count, deed.everyMs, deed.adds);
			default:
				return this.touch(deed);
		}
	}

	/** What happens to a record that is there. */
	private touch(deed: Exclude<Happening, { do: 'wait' | 'setClock' | 'add' | 'burst' | 'tide' }>): void {
		const { model } = this;
		const id = deed.do === 'finish' ? this.pickUnfinished(deed.pick) : this.pick(deed.pick);
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

	private pick(number: number): string | undefined {
		const { ids } = this.model;
		if (number < RECENT) return ids[number % ids.length];
		return ids[ids.length - 1 - ((number - RECENT) % Math.min(ids.length, MOST_RECENT))];
	}

	private pickUnfinished(number: number): string | undefined {
		const ids = this.model.ids.filter((id) => this.model.stateOf(id)?.status !== 'completed');
		return ids[number % ids.length];
	}

	private burst(pages: number, adds: boolean, late: number): void {
		const count = Math.ceil(Math.min(pages * this.model.traits.pageSize, 400));
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
		if (ahead >= MOST_AHEAD) return;
		const updated = model.second + seconds;
		if (isNew) this.add(0, 0, { updated, registered: updated });
		else model.change(id, { updated, text: (model.stateOf(id)?.text ?? 0) + 1 });
	}
}
