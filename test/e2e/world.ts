import { basename, join } from 'node:path';
import { runFolder } from '../../scripts/realN8n/versions';
import { startWorld, type World } from '../../scripts/realN8n/world';

/**
 * The world of the tests of a file, in a folder of the file's name that stays for looking at it afterwards. A test fails in which the
 * service was asked for anything that its interface does not have, and the next one finds no calls.
 */
export function worldPerFile(): World {
	const name = basename(expect.getState().testPath ?? '', '.test.ts');
	const world = {} as World;
	let present: World | undefined;
	beforeAll(async () => {
		present = await startWorld(join(runFolder, name));
		Object.assign(world, present);
	});
	afterEach(() => {
		const found = world.emulator.violations.map(({ call, rule }) => `${call.method} ${call.path}: ${rule}`);
		world.emulator.clearLog();
		expect(found).toEqual([]);
	});
	afterAll(async () => await present?.stop());
	return world;
}
