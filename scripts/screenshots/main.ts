import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { fillCompany } from '../../test/support/company';
import { Editor, startBrowser } from './browser';
import { takeCatalog } from './catalog';
import { EXAMPLE_PICTURES } from './examples';
import { MOMENTS } from './moments';
import { beginWalk, WALK } from './walk';
import type { Picture, Stage } from './stage';
import type { ManualClock } from '../../test/emulator';
import { ensureN8n } from '../../test/support/realN8n/install';
import { endLeftover } from '../../test/support/realN8n/leftover';
import { buildPackage, packPackage } from '../../test/support/realN8n/package';
import { repositoryFolder } from '../../test/support/realN8n/paths';
import { startWorld, type World } from '../../test/support/realN8n/world';
import { pagesClock, setPagesScene } from '../../test/support/pages/scene';

const imagesFolder = join(repositoryFolder, 'docs/images');
const workFolder = join(repositoryFolder, '.demo');
const userFolder = join(workFolder, 'screenshots');
/** For looking at, not for the documentation. */
const reviewFolder = join(workFolder, 'pictures');

function say(message: string): void {
	process.stdout.write(`${message}\n`);
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { only: { type: 'string', default: '' } } });

/** Takes pictures one after another, all or those with a word of `--only` in their names; one whose name begins with "review/" stays out of the documentation. */
async function take(stage: Stage, pictures: readonly Picture[]): Promise<void> {
	for (const { file, area, show } of pictures.filter((picture) => picture.file.includes(values.only))) {
		await stage.editor.resize();
		await show(stage);
		const path = join(file.startsWith('review/') ? reviewFolder : imagesFolder, file);
		await mkdir(dirname(path), { recursive: true });
		await stage.editor.picture(path, area);
		say(file);
	}
}

/** What can be taken, by the word on the command line; all of it without one. The order matters: see {@link main}. */
const SETS: Readonly<Record<string, (stage: Stage, world: World, clock: ManualClock) => Promise<void>>> = {
	catalog: async (stage) => await takeCatalog(stage, join(reviewFolder, 'catalog'), say),
	moments: async (stage) => await take(stage, MOMENTS),
	/** The examples ask for the last days, so the service's clock leaves the time of the pages, for good. */
	async examples(stage, { emulator }, clock) {
		clock.set(Date.now());
		fillCompany(emulator);
		await take(stage, EXAMPLE_PICTURES);
	},
	/** The organization of the tutorial takes the place of the one of the pages. */
	async walk(stage, { emulator }) {
		beginWalk(emulator);
		await take(stage, WALK);
	},
};

/** @throws for a word that names no set */
function chosenSets(words: readonly string[]): string[] {
	const unknown = words.find((word) => !Object.hasOwn(SETS, word));
	if (unknown !== undefined) throw new Error(`"${unknown}" is none of ${Object.keys(SETS).join(', ')}`);
	return Object.keys(SETS).filter((set) => words.length === 0 || words.includes(set));
}

async function main(): Promise<void> {
	const sets = chosenSets(positionals);
	const browser = await startBrowser();
	try {
		await endLeftover(userFolder);
		await buildPackage();
		const tarball = await packPackage(workFolder);
		const { program } = await ensureN8n(say);
		const clock = pagesClock();
		const world = await startWorld({ program, tarball, userFolder, progress: say, emulator: { clock } });
		try {
			setPagesScene(world.emulator);
			const editor = await Editor.open(browser, world.n8n.baseUrl, world.owner);
			for (const set of sets) await SETS[set]?.({ editor, world }, world, clock);
		} finally {
			await world.stop();
		}
	} finally {
		await browser.close();
	}
}

main().catch((error: unknown) => {
	process.stderr.write(`No pictures: ${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
