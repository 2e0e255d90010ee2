import type { Deed } from './history';
import type { State } from './records';
import type { Service } from './service';

const STATUSES = ['completed', 'processing', 'processing', 'unreadable'];
const TYPES = ['Meeting', 'Call', 'Email'];

/** Half of the picks fall on the records that were changed last, of which there are so many. */
const RECENT = 30;

/** Single records are stamped ahead by less than a day, as many as the ten witnesses bear; any number beyond. */
const MAX_NEARLY_AHEAD = 8;
const DAY = 86_400;

/** Lets things happen in a service of cards or of reports. */
export class Deeds {
	constructor(
		private readonly service: Service,
		private readonly isCards: boolean,
		private readonly isWide: boolean,
	) {}

	/** The status or type of a record. */
	kindOf(number: number): Partial<State> {
		return this.isCards ? { status: STATUSES[number % STATUSES.length] } : { type: TYPES[number % TYPES.length] };
	}

	perform(deed: Deed): void {
		const { service } = this;
		switch (deed.do) {
			case 'wait':
				return service.wait(deed.ms);
			case 'service clock':
				return service.setClock(deed.by);
			case 'add':
				for (let count = 0; count < deed.count; count += 1) service.add(this.kindOf(deed.status + count), deed.late);
				return;
			case 'change':
				return service.change(this.pick(deed.pick)?.id, {}, deed.late);
			case 'finish': {
				const waiting = this.pick(deed.pick, ({ status }) => status === 'processing');
				return service.change(waiting?.id, { status: deed.readable ? 'completed' : 'unreadable' });
			}
			case 'remove':
				return service.remove(this.pick(deed.pick)?.id ?? '');
			case 'collate':
				return service.collate(this.pick(deed.pick)?.id ?? '');
			case 'crowd': {
				const states = deed.adds ? [] : service.latestStates.slice(0, deed.count);
				for (const { id } of states) service.change(id, {}, deed.late);
				for (let index = states.length; index < deed.count; index += 1) service.add(this.kindOf(index), deed.late);
				return;
			}
			case 'tide':
				for (let index = 0; index < deed.count; index += 1) {
					service.wait(deed.everyMs);
					this.make({ pick: index * 14, isNew: deed.adds }, {});
				}
				return;
			case 'ahead': {
				const { seconds, isNew } = deed;
				const nearly = service.states.filter(({ ahead = Infinity }) => ahead < DAY);
				if (!this.isWide && seconds < DAY && nearly.length >= MAX_NEARLY_AHEAD) return;
				const updated = service.second + seconds;
				return this.make(deed, { updated, ahead: seconds, ...(isNew ? { registered: updated } : {}) });
			}
			case 'again': {
				const ahead = this.pick(0, ({ updated }) => updated > service.second);
				return service.change(ahead?.id, { updated: ahead?.updated, ahead: ahead?.ahead });
			}
			case 'odd times':
				return this.make(deed, { updatedForm: deed.updated, registeredForm: deed.registered });
			case 'unsettle':
				return this.make(deed, { unsteady: deed.how });
		}
	}

	private pick(number: number, fits: (state: State) => boolean = () => true): State | undefined {
		const states = this.service.latestStates.filter(fits);
		const among = number % 2 === 0 ? states : states.slice(-RECENT);
		return among[Math.floor(number / 2) % Math.max(among.length, 1)];
	}

	/** Changes the picked record, or adds one with these fields. */
	private make(deed: { pick: number; isNew: boolean }, fields: Partial<State>): void {
		const state = deed.isNew ? undefined : this.pick(deed.pick);
		if (state) this.service.change(state.id, fields);
		else this.service.add({ ...this.kindOf(0), ...fields });
	}
}
