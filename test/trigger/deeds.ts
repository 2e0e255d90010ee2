import { isAboutCards } from './history';
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

/** The status or type of a record. */
export function kindOf({ traits }: Service, number: number): Partial<State> {
	if (isAboutCards(traits.event)) return { status: STATUSES[number % STATUSES.length] };
	return { type: TYPES[number % TYPES.length] };
}

function pick(
	{ latestStates }: Service,
	number: number,
	fits: (state: State) => boolean = () => true,
): State | undefined {
	const states = latestStates.filter(fits);
	const among = number % 2 === 0 ? states : states.slice(-RECENT);
	return among[Math.floor(number / 2) % Math.max(among.length, 1)];
}

/** Changes the picked record, or adds one with these fields. */
function make(service: Service, deed: { pick: number; isNew: boolean }, fields: Partial<State>): void {
	const state = deed.isNew ? undefined : pick(service, deed.pick);
	if (state) service.change(state.id, fields);
	else service.add({ ...kindOf(service, 0), ...fields });
}

/** Lets something happen in a service of cards or of reports. */
export function perform(service: Service, deed: Deed): void {
	switch (deed.do) {
		case 'wait':
			return service.wait(deed.ms);
		case 'service clock':
			return service.setClock(deed.by);
		case 'add':
			for (let count = 0; count < deed.count; count += 1) service.add(kindOf(service, deed.status + count), deed.late);
			return;
		case 'change':
			return service.change(pick(service, deed.pick)?.id, {}, deed.late);
		case 'finish': {
			const waiting = pick(service, deed.pick, ({ status }) => status === 'processing');
			return service.change(waiting?.id, { status: deed.readable ? 'completed' : 'unreadable' });
		}
		case 'remove':
			return service.remove(pick(service, deed.pick)?.id ?? '');
		case 'collate':
			return service.collate(pick(service, deed.pick)?.id ?? '');
		case 'crowd': {
			const states = deed.adds ? [] : service.latestStates.slice(0, deed.count);
			for (const { id } of states) service.change(id, {}, deed.late);
			for (let index = states.length; index < deed.count; index += 1) service.add(kindOf(service, index), deed.late);
			return;
		}
		case 'tide':
			for (let index = 0; index < deed.count; index += 1) {
				service.wait(deed.everyMs);
				make(service, { pick: index * 14, isNew: deed.adds }, {});
			}
			return;
		case 'ahead': {
			const { seconds, isNew } = deed;
			const nearly = service.states.filter(({ ahead = Infinity }) => ahead < DAY);
			if (!service.traits.isWide && seconds < DAY && nearly.length >= MAX_NEARLY_AHEAD) return;
			const updated = service.second + seconds;
			return make(service, deed, { updated, ahead: seconds, ...(isNew ? { registered: updated } : {}) });
		}
		case 'again': {
			const ahead = pick(service, 0, ({ updated }) => updated > service.second);
			return service.change(ahead?.id, { updated: ahead?.updated, ahead: ahead?.ahead });
		}
		case 'odd times':
			return make(service, deed, { updatedForm: deed.updated, registeredForm: deed.registered });
		case 'unsettle':
			return make(service, deed, { unsteady: deed.how });
	}
}
