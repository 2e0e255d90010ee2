import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import type { ServiceSnapshot } from '../../test/emulator';

/** What the demo keeps for its next start, beside what n8n keeps in its own folder. */
export interface Kept {
	/** Of the workflow whose cards the demo tells. */
	readonly workflowId: string;
	/** Of the emulated service: the trigger of a saved workflow starts over where the address changes. */
	readonly servicePort: number;
	readonly service: ServiceSnapshot;
}

/** Reads what an earlier demo has kept, if any. @throws when it cannot be read, for example by an older Node.js */
export function readKept(path: string): Kept | undefined {
	if (!existsSync(path)) return undefined;
	return deserialize(readFileSync(path)) as Kept;
}

/** Writes what the next demo goes on with. A demo that dies meanwhile leaves the former file whole. */
export function writeKept(path: string, kept: Kept): void {
	const draft = `${path}.draft`;
	writeFileSync(draft, serialize(kept));
	renameSync(draft, path);
}
