import { join } from 'node:path';
import { runFolder } from './paths';
import { prepared } from './prepared';
import { startWorld, type World } from './world';

/**
 * A world for one test file, in a folder of its own that stays for looking at it afterwards.
 * @param env more variables for n8n
 */
export async function startTestWorld(name: string, env?: Readonly<Record<string, string>>): Promise<World> {
	return await startWorld({ ...(await prepared()), userFolder: join(runFolder, name), env });
}

/** Fails when the service was asked for anything that its interface does not have, and forgets the calls. */
export function expectNoViolations({ emulator }: World): void {
	const found = emulator.violations.map(({ call, rule }) => `${call.method} ${call.path}: ${rule}`);
	emulator.clearLog();
	expect(found).toEqual([]);
}
