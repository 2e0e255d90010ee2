import type { CallRecord, Emulator } from '../../emulator';
import type { Random } from '../../emulator/seed/random';
import type { WireCard } from './watcher';

/** What the service is like at the moment. */
export type Weather = 'calm' | 'storm' | 'resets' | 'out of order';

/** Share of the calls that are refused in a storm. */
const stormShare = 0.6;

/** Told of every page of cards before it is sent. */
export type OnPage = (call: CallRecord, cards: readonly WireCard[]) => void;

/** The faults of the emulator as something that can be turned on and off, and a look at every page that is sent. */
export class WeatherMachine {
	now: Weather = 'calm';

	constructor(emulator: Emulator, random: Random, onPage: OnPage) {
		const { faults } = emulator;
		const storms = (): boolean => this.now === 'storm' && random.chance(stormShare);
		faults.add({ kind: 'status', status: 429, times: Infinity, match: storms });
		faults.add({ kind: 'reset', times: Infinity, match: () => this.now === 'resets' });
		faults.add({ kind: 'status', status: 503, times: Infinity, match: () => this.now === 'out of order' });
		faults.add({
			kind: 'transform',
			endpoint: 'E1',
			times: Infinity,
			transform: (body, call) => {
				onPage(call, (body as { data?: WireCard[] }).data ?? []);
				return body;
			},
		});
	}
}
