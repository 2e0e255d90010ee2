import type { Editor } from './browser';
import type { Area } from './frame';
import type { World } from '../../test/support/realN8n/world';

/** What pictures are taken of: n8n in the browser, and the service behind it. */
export interface Stage {
	readonly editor: Editor;
	readonly world: Pick<World, 'client' | 'credential' | 'credentialFields'>;
}

/** One picture: its file below the folder of pictures, the way to what it shows, and what of the page it keeps. */
export interface Picture {
	readonly file: string;
	/** The page when left out. */
	readonly area?: Area;
	show(stage: Stage): Promise<void>;
}

/** High enough for the fields of a list with what was added to them; no higher, or a page would be mostly its picture. */
export const ALL_FIELDS = 1000;
