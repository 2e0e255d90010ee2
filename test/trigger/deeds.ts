import type { Deed } from './history';
import type { State } from './records';
import type { Service, VirtualClock } from './service';

const STATUSES = ['completed', 'processing', 'processing', 'unreadable'];
export const TYPES = ['Meeting', 'Call', 'Email'];

/** Half of the picks fall on the records that were changed last, of which there are so many. */
const RECENT = 30;

/** Single records are stamped ahead by less than a day, as many as the ten witnesses bear; any number beyond. */
const MAX_NEARLY_AHEAD = 8;
const DAY = 86_400;

function pick(service: Service, number: number, fits: (state: State) => boolean = () => true): State | undefined {
	const states = service.ids.flatMap((id) => service.stateOf(id) ?? []).filter(fits);
	const among = number % 2 === 0 ? states : states.slice(-RECENT);
	return among[Math.floor(number / 2) % Math.max(among.length, 1)];
}

function add(service: Service, isCards: boolean, kind: number, late = 0, fields: Partial<State> = {}): void {
	const own = isCards ? { status: STATUSES[kind % STATUSES.length] } : { type: TYPES[kind % TYPES.length] };
	service.add({ ...own, ...fields }, late);
}

/** Changes the picked record, or adds one with these fields. */
function make(
	service: Service,
	isCards: boolean,
	deed: { pick: number; isNew: boolean },
	fields: Partial<State>,
): void {
	const state = deed.isNew ? undefined : pick(service, deed.pick);
	if (state) service.change(state.id, fields);
	else add(service, isCards, 0, 0, fields);
}

function crowd(service: Service, isCards: boolean, { count, adds, late }: Extract<Deed, { do: 'crowd' }>): void {
	const { ids } = service;
	for (let index = 0; index < count; index += 1) {
		const id = ids[index];
		if (adds || id === undefined) add(service, isCards, index, late);
		else service.change(id, {}, late);
	}
}

function stampAhead(service: Service, isCards: boolean, deed: Extract<Deed, { do: 'ahead' }>, isWide: boolean): void {
	const updated = service.second + deed.seconds;
	const nearly = service.states.filter(({ ahead = Infinity }) => ahead < DAY);
	if (!isWide && deed.seconds < DAY && nearly.length >= MAX_NEARLY_AHEAD) return;
	make(service, isCards, deed, { updated, ahead: deed.seconds, ...(deed.isNew ? { registered: updated } : {}) });
}

/** Lets something happen in the service. */
export function perform(deed: Deed, service: Service, clock: VirtualClock, isCards: boolean, isWide = false): void {
	switch (deed.do) {
		case 'wait':
			return service.moveTo(clock.now() + deed.ms);
		case 'service clock':
			return service.setClock(deed.by);
		case 'add':
			for (let count = 0; count < deed.count; count += 1) add(service, isCards, deed.status + count, deed.late);
			return;
		case 'change':
			return service.change(pick(service, deed.pick)?.id ?? '', {}, deed.late);
		case 'finish': {
			const waiting = pick(service, deed.pick, ({ status }) => status === 'processing');
			return service.change(waiting?.id ?? '', { status: deed.readable ? 'completed' : 'unreadable' });
		}
		case 'remove':
			return service.remove(pick(service, deed.pick)?.id ?? '');
		case 'collate':
			return service.collate(pick(service, deed.pick)?.id ?? '');
		case 'crowd':
			return crowd(service, isCards, deed);
		case 'tide':
			for (let index = 0; index < deed.count; index += 1) {
				service.moveTo(clock.now() + deed.everyMs);
				make(service, isCards, { pick: index * 14, isNew: deed.adds }, {});
			}
			return;
		case 'ahead':
			return stampAhead(service, isCards, deed, isWide);
		case 'again': {
			const ahead = pick(service, 0, ({ updated }) => updated > service.second);
			return service.change(ahead?.id ?? '', { updated: ahead?.updated, ahead: ahead?.ahead });
		}
		case 'odd times':
			return make(service, isCards, deed, { updatedForm: deed.updated, registeredForm: deed.registered });
		case 'unsettle':
			return make(service, isCards, deed, { unsteady: deed.how });
	}
}
