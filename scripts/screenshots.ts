import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fillCompany } from './demo-drip';
import { Editor, startBrowser } from './screenshots-browser';
import { loadExample } from '../test/e2e/harness/examples';
import { ensureN8n } from '../test/e2e/harness/install';
import { endLeftover } from '../test/e2e/harness/leftover';
import { credentialName } from '../test/e2e/harness/names';
import { buildPackage, packPackage } from '../test/e2e/harness/package';
import { repositoryFolder } from '../test/e2e/harness/paths';
import { startWorld, type World } from '../test/e2e/harness/world';

const imagesFolder = join(repositoryFolder, 'docs/images');
const workFolder = join(repositoryFolder, '.demo');
const userFolder = join(workFolder, 'screenshots');

/** One picture: its file name and the way to what it shows. */
interface Picture {
	file: string;
	/** The example that is opened first, if any. */
	example?: string;
	show(editor: Editor): Promise<void>;
}

const pictures: Picture[] = [
	{
		file: 'workflow.png',
		example: 'new-cards-to-crm.json',
		show: async () => undefined,
	},
	{
		file: 'node-panel.png',
		example: 'cards-with-image.json',
		show: async (editor) => await editor.openNode('Cards of the Last 30 Days'),
	},
	{
		file: 'trigger-panel.png',
		example: 'new-cards-to-crm.json',
		show: async (editor) => await editor.openNode('New or Changed Card'),
	},
	{
		file: 'workflow-executed.png',
		example: 'cards-with-image.json',
		show: async (editor) => await editor.executeWorkflow('Card with Image'),
	},
	{
		file: 'node-output.png',
		example: 'cards-with-image.json',
		show: async (editor) => {
			await editor.executeWorkflow('Card with Image');
			await editor.openNode('Cards of the Last 30 Days');
			await editor.showOutputFields();
		},
	},
	{
		file: 'credential.png',
		show: async (editor) => await editor.openCredential(credentialName),
	},
];

function say(message: string): void {
	process.stdout.write(`${message}\n`);
}

async function takePictures(world: World, editor: Editor): Promise<void> {
	const workflows = new Map<string, string>();
	for (const { file, example, show } of pictures) {
		if (example !== undefined) {
			const id =
				workflows.get(example) ??
				(await world.client.createWorkflow(await loadExample(example, world.credential))).id;
			workflows.set(example, id);
			await editor.showWorkflow(id);
		}
		await show(editor);
		await editor.picture(join(imagesFolder, file));
		say(`docs/images/${file}`);
	}
}

async function main(): Promise<void> {
	const browser = await startBrowser();
	try {
		await mkdir(imagesFolder, { recursive: true });
		await endLeftover(userFolder);
		await buildPackage();
		const tarball = await packPackage(workFolder);
		const { program } = await ensureN8n(say);
		const world = await startWorld({ program, tarball, userFolder, progress: say });
		try {
			fillCompany(world.emulator);
			const editor = await Editor.open(browser, world.n8n.baseUrl, world.owner);
			await takePictures(world, editor);
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
