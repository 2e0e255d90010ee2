import { ManualClock } from './index';
import { ALWAYS, emulatorPerTest } from './testClient';

const clock = new ManualClock();
const context = emulatorPerTest({ clock });
const CARDS = '/v3.2/bizCards';

it('reads 100,000 records of one second page by page while records change', async () => {
	const { client, emulator } = context;
	const count = 100_000;
	for (let made = 0; made < count; made += 1) emulator.addCard({ updatedTime: clock.now() });
	const later = clock.now() + 1000;
	emulator.switches.tokenKind = 'keyset';
	const ids = await client.ids(CARDS, { ...ALWAYS, limit: '300' }, (page) => {
		if (page % 50 === 0) emulator.addCard({ id: `new ${page}`, updatedTime: later });
	});
	expect(new Set(ids).size).toBe(count + Math.floor(count / 300 / 50));
	expect(ids.length).toBe(new Set(ids).size);
});
