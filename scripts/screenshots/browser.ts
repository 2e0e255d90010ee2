import { existsSync } from 'node:fs';
import type { INodeTypeDescription } from 'n8n-workflow';
import { chromium, selectors, type Browser, type Locator, type Page } from 'playwright-core';
import { frameOf, STYLE, type Area } from './frame';
import type { Owner } from '../../test/support/realN8n/client';

/** Where a system's own Chromium may be. */
const candidates = [
	process.env.CHROMIUM_PATH,
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
];

const viewport = { width: 1440, height: 900 };

/** How far from its lower left corner a panel of output is empty. */
const FREE_CORNER = 40;

/** How many entries of a list a picture shows, and none of them cut. */
const WHOLE_ENTRIES = 5;
/** What n8n leaves free above the first of them. */
const LIST_PADDING = 6;

/** What stands in a picture for the address of the emulated service, which is one of this machine. */
const SHOWN_ADDRESS = 'https://cards.example.com';

/** Keeps the browser headless, without a profile of anybody, and silent towards the network. */
const flags = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/**
 * Starts the system's Chromium.
 * @throws saying what to install when there is none
 */
export async function startBrowser(): Promise<Browser> {
	const executablePath = candidates.find((path) => path !== undefined && existsSync(path));
	if (executablePath === undefined) {
		throw new Error(
			'The pictures need Chromium and a font with Japanese characters. On Debian: apt-get install chromium fonts-liberation fonts-noto-cjk. A Chromium elsewhere is named by the variable CHROMIUM_PATH.',
		);
	}
	selectors.setTestIdAttribute('data-test-id');
	return await chromium.launch({ executablePath, args: flags });
}

/** n8n's editor in one page of the browser, logged in. */
export class Editor {
	private constructor(
		private readonly page: Page,
		private readonly baseUrl: string,
	) {}

	/** Opens a page and logs in. */
	static async open(browser: Browser, baseUrl: string, owner: Owner): Promise<Editor> {
		const page = await browser.newPage({ viewport, deviceScaleFactor: 1, locale: 'en-GB' });
		await page.goto(`${baseUrl}/signin`);
		await page.locator('input[name=emailOrLdapLoginId]').fill(owner.email);
		await page.locator('input[name=password]').fill(owner.password);
		await page.getByTestId('form-submit-button').click();
		await page.waitForURL('**/home/**');
		return new Editor(page, baseUrl);
	}

	/** Shows a workflow and waits until its nodes have their icons. */
	async showWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.baseUrl}/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
		await this.settled();
	}

	/** Opens the panel of a node of the workflow that is shown. */
	async openNode(name: string): Promise<void> {
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		await this.page.getByTestId('node-parameters').waitFor();
		await this.settled();
	}

	/** What n8n tells its editor about a node type. @throws when it does not know the type */
	async description(type: string): Promise<INodeTypeDescription> {
		const answer = await this.page.request.get(`${this.baseUrl}/types/nodes.json`);
		const found = ((await answer.json()) as INodeTypeDescription[]).find(({ name }) => name === type);
		if (!found) throw new Error(`n8n does not know the node type ${type}`);
		return found;
	}

	/** Closes the panel of a node. */
	async closeNode(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.page.getByTestId('node-parameters').waitFor({ state: 'hidden' });
	}

	/** Makes the page so high and so wide, or as it was at first. */
	async resize({ height = viewport.height, width = viewport.width } = {}): Promise<void> {
		await this.page.setViewportSize({ width, height });
	}

	/** Runs the opened node (a trigger: fetches a test event) and waits for its output, or for its error. */
	async executeNode(): Promise<void> {
		await this.page.getByTestId('node-execute-button').first().click();
		const output = this.page.getByTestId('output-panel');
		await output.locator('[data-test-id="node-error-view"], [data-test-id="ndv-items-count"]').first().waitFor({ timeout: 60_000 });
		await this.settled();
	}

	/** Runs the opened node behind a form: gives the form a file, and waits for the output. */
	async executeWithForm(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
		const opened = this.page.waitForEvent('popup');
		await this.page.getByTestId('node-execute-button').first().click();
		const form = await opened;
		await form.locator('input[type=file]').setInputFiles(file);
		await form.locator('button[type=submit], #submit-btn').first().click();
		await this.page.getByTestId('output-panel').getByTestId('ndv-items-count').first().waitFor({ timeout: 60_000 });
		await form.close();
		await this.settled();
	}

	/** Drags a column of the opened node's input onto a field of its mapping. */
	async mapColumn(column: string, field: string): Promise<void> {
		const from = await this.middleOf(this.page.getByTestId('ndv-input-panel').getByText(column, { exact: true }).first());
		const to = await this.middleOf(this.page.getByTestId(`parameter-input-${field}`).first());
		await this.page.mouse.move(from.x, from.y);
		await this.page.mouse.down();
		await this.page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 5 });
		await this.page.mouse.move(to.x, to.y, { steps: 5 });
		await this.page.mouse.up();
		// What comes out of it stands below the field, and moves the fields that follow.
		await this.page.getByTestId(`parameter-expression-preview-${field}`).waitFor();
		await this.settled();
	}

	/** Takes the cursor out of the field that was written last, so that nothing is open over the fields. */
	async leaveFields(): Promise<void> {
		const box = await this.page.getByTestId('output-panel').boundingBox();
		if (!box) throw new Error('No panel of output is to be seen');
		await this.page.mouse.click(box.x + FREE_CORNER, box.y + box.height - FREE_CORNER);
		await this.settled();
	}

	private async middleOf(part: Locator): Promise<{ x: number; y: number }> {
		const box = await part.boundingBox();
		if (!box) throw new Error(`${String(part)} is not to be seen`);
		return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
	}

	/** Scrolls the fields of the opened node until one of them stands at the top. */
	async scrollTo(testId: string): Promise<void> {
		const field = this.page.getByTestId(testId).first();
		await field.waitFor({ state: 'attached' });
		await this.settled();
		await field.evaluate((element: { scrollIntoView(how: object): void }) => element.scrollIntoView({ block: 'start' }));
	}

	/** Shows the output of the opened node as a list of fields with the values of its first item. */
	async showOutputFields(): Promise<void> {
		const output = this.page.getByTestId('output-panel');
		await output.getByTestId('radio-button-schema').click();
		await output.getByTestId('run-data-schema-item').first().waitFor();
		await this.settled();
	}

	/** Shows the output of the opened node as a table, a line an item. */
	async showOutputTable(): Promise<void> {
		await this.page.getByTestId('output-panel').getByTestId('radio-button-table').click();
		await this.settled();
	}

	/** Shows the files of the output of the opened node. */
	async showOutputFiles(): Promise<void> {
		const output = this.page.getByTestId('output-panel');
		await output.getByTestId('radio-button-binary').click();
		await output.getByTestId('ndv-view-binary-data').first().waitFor();
		await this.settled();
	}

	/** Runs the workflow that is shown and waits until a node has finished. */
	async executeWorkflow(lastNode: string): Promise<void> {
		await this.page.getByTestId('execute-workflow-button').first().click();
		await this.page
			.locator(`[data-test-id="canvas-node"][data-node-name="${lastNode}"]`)
			.getByTestId('canvas-node-status-success')
			.waitFor({ timeout: 60_000 });
		await this.settled();
	}

	/** Opens the dialog of a stored credential, which tests it, and waits for the verdict. */
	async openCredential(name: string): Promise<void> {
		await this.page.goto(`${this.baseUrl}/home/credentials`);
		await this.page.getByText(name, { exact: true }).first().click();
		await this.page.getByTestId('editCredential-modal').getByText('Retry', { exact: true }).filter({ visible: true }).waitFor();
		const reason = this.page.getByText('More details', { exact: true }).filter({ visible: true });
		if ((await reason.count()) > 0) await reason.click();
		await this.settled();
		const address = this.page.getByTestId('parameter-input-baseUrl').locator('input');
		await address.evaluate((input: { value: string }, shown) => void (input.value = shown), SHOWN_ADDRESS);
	}

	/** Opens the list of the actions of a node type, as it shows when a node is to be added. */
	async openActions(nodeType: string): Promise<void> {
		await this.page.getByTestId('node-creator-plus-button').click();
		const creator = this.page.getByTestId('node-creator');
		await creator.getByTestId('node-creator-search-bar').fill(nodeType);
		await creator.getByTestId('item-iterator-item').filter({ hasText: nodeType }).first().click();
		await this.settled();
	}

	/** Opens the list of a resource locator of the opened node, and searches it. */
	async searchLocator(field: string, search: string): Promise<void> {
		await this.page.getByTestId(`resource-locator-${field}`).getByTestId('rlc-input').click();
		await this.page.getByTestId('rlc-search').locator('input').or(this.page.locator('input[data-test-id="rlc-search"]')).first().fill(search);
		await this.page.getByTestId('rlc-item').first().waitFor();
		await this.settled();
	}

	/** Opens the list of a field of the opened node once it is loaded, as high as a number of whole entries. */
	async openList(field: string): Promise<void> {
		const input = this.page.getByTestId(`parameter-input-${field}`);
		await input.locator('input:enabled').first().waitFor();
		await input.click();
		const entries = this.page.getByRole('option').filter({ visible: true });
		await entries.first().waitFor();
		await this.settled();
		// Not the boxes on the page: the list grows while it opens.
		const topOf = async (place: number) => await entries.nth(place).evaluate(({ offsetTop }: { offsetTop: number }) => offsetTop);
		const height = (await topOf(WHOLE_ENTRIES)) - (await topOf(0)) + LIST_PADDING;
		await this.page.addStyleTag({ content: `.el-select-dropdown__wrap { max-height: ${height}px !important; }` });
		await this.settled();
	}

	/** Writes a picture of the page or of a part of it, without what stands beside the point. */
	async picture(path: string, area?: Area): Promise<void> {
		const style = await this.page.addStyleTag({ content: STYLE });
		await this.page.mouse.move(0, 0);
		const clip = area && (await frameOf(this.page, area));
		await this.page.screenshot({ path, animations: 'disabled', ...(clip ? { clip } : {}) });
		await style.evaluate((element: { remove(): void }) => element.remove());
	}

	/** Waits until the page asks for nothing more and all its fonts and pictures are there. */
	private async settled(): Promise<void> {
		await this.page.waitForLoadState('networkidle');
		await this.page.evaluate(
			'Promise.all([document.fonts.ready, ...Array.from(document.images, (image) => image.complete ? 1 : new Promise((done) => { image.onload = image.onerror = done; }))])',
		);
	}
}
