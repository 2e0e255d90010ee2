import { existsSync } from 'node:fs';
import { chromium, selectors, type Browser, type Page } from 'playwright-core';
import type { Owner } from '../test/e2e/harness/client';

/** Where a system's own Chromium may be. */
const candidates = [
	process.env.CHROMIUM_PATH,
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
];

const viewport = { width: 1440, height: 900 };

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

	/** Shows the output of the opened node as a list of fields with the values of its first item. */
	async showOutputFields(): Promise<void> {
		const output = this.page.getByTestId('output-panel');
		await output.getByTestId('radio-button-schema').click();
		await output.getByTestId('run-data-schema-item').first().waitFor();
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

	/** Opens the dialog of a stored credential. */
	async openCredential(name: string): Promise<void> {
		await this.page.goto(`${this.baseUrl}/home/credentials`);
		await this.page.getByText(name, { exact: true }).first().click();
		await this.page.getByTestId('editCredential-modal').waitFor();
		await this.settled();
	}

	/** Writes a picture of the whole page, without the messages that come and go. */
	async picture(path: string): Promise<void> {
		await this.page.addStyleTag({
			content: '.el-notification, [data-test-id="banner-stack"] { display: none !important; }',
		});
		await this.page.mouse.move(0, 0);
		await this.page.screenshot({ path, animations: 'disabled' });
	}

	/** Waits until the page asks for nothing more and all its fonts and pictures are there. */
	private async settled(): Promise<void> {
		await this.page.waitForLoadState('networkidle');
		await this.page.evaluate(
			'Promise.all([document.fonts.ready, ...Array.from(document.images, (image) => image.complete ? 1 : new Promise((done) => { image.onload = image.onerror = done; }))])',
		);
	}
}
