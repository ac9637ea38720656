import { isDeepStrictEqual } from 'node:util';

import type {
	Browser,
	BrowserContextOptions,
	ConsoleMessage,
	Locator,
	Page,
} from 'playwright-core';
import { selectors } from 'playwright-core';

import { shortId } from '../server/instance';
import type { RestClient } from '../server/restClient';
import { until } from '../server/until';
import { Camera } from './camera';

selectors.setTestIdAttribute('data-test-id');

const VIEWPORT = { width: 1440, height: 900 };
/** How long a busy machine may take to show something. */
const TIMEOUT_MS = 60_000;
/** A list that has not changed for this long is read. */
const SETTLED_MS = 300;
const CLICKED_MS = 10_000;
const MAX_TRIES = 100;
const OPTION = '.el-select-dropdown__item';

/** Requests whose answer depends on our nodes: icons, schemas, and lists that they load. */
const OUR_REQUESTS = /\/(icons|schemas)\/n8n-nodes-grc-tprm|\/dynamic-node-parameters\//;
/** What n8n says of its own features in an instance without a network and a license. */
const N8N_FEATURES = /^Failed to fetch (dynamic banners|sessions metadata)/;

function isAboutN8n(message: ConsoleMessage): boolean {
	const text = message.text();
	if (text.startsWith('Failed to load resource')) return !OUR_REQUESTS.test(message.location().url);
	return N8N_FEATURES.test(text);
}

/** n8n's editor in a browser, driven and read by what a person sees. */
export class Editor {
	/** Errors in the browser's console that a node of ours may be the cause of. */
	readonly errors: string[] = [];
	readonly camera: Camera;

	private constructor(
		readonly page: Page,
		private readonly url: string,
	) {
		this.camera = new Camera(page);
		page.on('pageerror', ({ message }) => this.errors.push(message));
		page.on('console', (message) => {
			if (message.type() === 'error' && !isAboutN8n(message)) {
				this.errors.push(`${message.text()} ${message.location().url}`);
			}
		});
	}

	/**
	 * @param rest its login is the browser's
	 * @param options size of the page and pixels per point, where the usual ones do not do
	 */
	static async open(
		browser: Browser,
		rest: RestClient,
		options: BrowserContextOptions = {},
	): Promise<Editor> {
		const context = await browser.newContext({ viewport: VIEWPORT, ...options });
		// The editor points newcomers to things once; that would cover what is looked at.
		await context.addInitScript(`
			localStorage.setItem('N8N_PIN_DATA_DISCOVERY_NDV', 'true');
			localStorage.setItem('N8N_PIN_DATA_DISCOVERY_CANVAS', 'true');
		`);
		await context.addCookies(rest.cookies.map((cookie) => ({ ...cookie, url: rest.url })));
		context.setDefaultTimeout(TIMEOUT_MS);
		return new Editor(await context.newPage(), rest.url);
	}

	async close(): Promise<void> {
		await this.page.context().close();
	}

	/**
	 * @param name id of the workflow, or the name of an example
	 * @returns the names of the nodes on the canvas, sticky notes left out
	 */
	async openWorkflow(name: string): Promise<string[]> {
		await this.page.goto(`${this.url}/workflow/${shortId(name)}`);
		const nodes = this.byTestId('canvas-node');
		await nodes.first().waitFor();
		return await Promise.all(
			(await nodes.all()).map(async (node) => (await node.getAttribute('data-node-name')) ?? ''),
		);
	}

	/** @returns the names that the node panel offers for a search, best first */
	async searchNodes(text: string): Promise<string[]> {
		const search = this.byTestId('node-creator-search-bar');
		if (!(await search.isVisible())) await this.byTestId('node-creator-plus-button').click();
		const names = this.byTestId('node-creator-item-name');
		const before = await names.allInnerTexts();
		await search.fill(text);
		let found = before;
		// The list follows the search after a moment, in several steps.
		for (let last = ['']; isDeepStrictEqual(found, before) || !isDeepStrictEqual(found, last);) {
			await this.page.waitForTimeout(SETTLED_MS);
			last = found;
			found = await names.allInnerTexts();
		}
		return found;
	}

	/**
	 * Searches the node panel and opens the entry of a node.
	 *
	 * @returns the groups of what the panel offers to do with it, such as its triggers
	 */
	async listGroups(name: string): Promise<string[]> {
		await this.searchNodes(name);
		const entry = this.byTestId('node-creator-item-name').getByText(name, { exact: true });
		await entry.first().click();
		const categories = this.byTestId('node-creator-category-item');
		await categories.first().waitFor();
		return await categories.allInnerTexts();
	}

	/** Runs the open workflow and waits for what n8n says of it. */
	async execute(): Promise<void> {
		await this.startExecution();
		await this.page.getByText('Workflow executed successfully').waitFor();
	}

	/** Runs the open workflow. */
	async startExecution(): Promise<void> {
		await this.byTestId('execute-workflow-button').first().click();
	}

	/** Waits until a node of the open workflow is running. */
	async seesRunning(name: string): Promise<void> {
		await this.node(name).locator('[class*="running"]').first().waitFor();
	}

	/** Opens a node of the canvas by a double click. */
	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.byTestId('node-parameters').waitFor();
	}

	/** Opens the credential of the open node, which n8n tests at once. */
	async openCredential(): Promise<void> {
		await this.byTestId('credential-edit-button').click();
		await this.byTestId('credential-edit-dialog').waitFor();
	}

	/** Makes the open trigger wait for a test event. */
	async listen(): Promise<void> {
		// n8n answers once the test URL is there.
		const answer = this.page.waitForResponse(/\/rest\/workflows\/[^/]+\/run/);
		await this.byTestId('node-execute-button').click();
		await answer;
	}

	/** Unfolds the addresses of the open trigger and shows the production URL. */
	async showWebhookUrls(): Promise<void> {
		await this.page.getByText('Webhook URLs').click();
		await this.byTestId('radio-button-production').click();
	}

	/** @returns the labels of the fields that the open node shows, from top to bottom */
	async fields(): Promise<string[]> {
		const labels = this.byTestId('node-parameters').getByTestId('input-label');
		const texts = await labels.filter({ visible: true }).allInnerTexts();
		return texts.map((text) => text.split('\n')[0]?.trim() ?? '');
	}

	/** @returns all that is written in the form of the open node */
	async form(): Promise<string> {
		return await this.byTestId('node-parameters').innerText();
	}

	/** Chooses an option of a field of the open node. */
	async choose(parameter: string, option: string): Promise<void> {
		const wanted = this.options().filter({ hasText: option }).first();
		// n8n closes a list that is open when it draws the form again.
		await until(async () => {
			await this.openOptions(parameter);
			const why = await wanted.click({ timeout: CLICKED_MS }).then(() => '', String);
			return { is: why === '', seen: why };
		}, `${option} to be chosen`);
		await this.options().first().waitFor({ state: 'hidden' });
	}

	/** @returns the names that a list of several offers, which n8n has loaded from the service */
	async offered(parameter: string): Promise<string[]> {
		// An option exists, unseen, once n8n has loaded the list.
		const listId = await this.field(parameter)
			.getByRole('combobox')
			.first()
			.getAttribute('aria-controls');
		await this.page.locator(`[id="${listId}"] ${OPTION}`).first().waitFor({ state: 'attached' });
		await this.openOptions(parameter);
		const names = await this.options().allInnerTexts();
		await this.page.keyboard.press('Escape');
		return names.map((name) => name.split('\n')[0]?.trim() ?? '');
	}

	/** Turns a switch of the open node on or off. */
	async toggle(parameter: string): Promise<void> {
		await this.field(parameter).locator('.el-switch').click();
	}

	/**
	 * Opens the list of a resource locator.
	 *
	 * @param search typed into the list's own search field
	 * @returns the names it shows
	 */
	async list(parameter: string, search = ''): Promise<string[]> {
		await this.page.getByTestId(`resource-locator-${parameter}`).getByTestId('rlc-input').click();
		const items = this.byTestId('rlc-item').filter({ visible: true });
		await items.first().waitFor();
		if (search !== '') {
			const answer = this.page.waitForResponse(/resource-locator-results/);
			await this.byTestId('rlc-search').filter({ visible: true }).fill(search);
			await answer;
			await items.filter({ hasText: search }).first().waitFor();
		}
		return (await items.allInnerTexts()).map((text) => text.trim());
	}

	/** Shows the output of the open node as JSON. */
	async showJson(): Promise<void> {
		await this.byTestId('output-panel').getByTestId('radio-button-json').click();
	}

	/** Chooses one of several outputs of the open node by its name. */
	async showOutput(name: string): Promise<void> {
		await this.byTestId('output-panel').getByText(name).first().click();
	}

	/** Makes the open trigger poll once. */
	async fetchTestEvent(): Promise<void> {
		await this.byTestId('node-execute-button').click();
		await this.sees('Node executed successfully');
	}

	/** Shows the output of the open node as a table. */
	async showTable(): Promise<void> {
		await this.byTestId('output-panel').getByTestId('radio-button-table').click();
	}

	/** @returns all that is written in the output panel of the open node: hints, counts, items */
	async output(): Promise<string> {
		const panel = this.byTestId('output-panel');
		await panel.getByTestId('ndv-data-container').waitFor();
		return await panel.innerText();
	}

	/** Waits until a text is on the screen. */
	async sees(text: string): Promise<void> {
		await this.page.getByText(text).filter({ visible: true }).first().waitFor();
	}

	/** @returns all that is written in the input panel of the open node */
	async input(): Promise<string> {
		return await this.byTestId('ndv-input-panel').innerText();
	}

	/** A field that is still being drawn closes its options again: they are opened until they stay. */
	private async openOptions(parameter: string): Promise<void> {
		const options = this.options();
		for (let tries = 0; tries < MAX_TRIES && (await options.count()) === 0; tries++) {
			await this.field(parameter).click();
			await this.page.waitForTimeout(SETTLED_MS);
		}
		await options.first().waitFor();
	}

	private node(name: string): Locator {
		return this.page.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`);
	}

	private field(parameter: string): Locator {
		return this.byTestId(`parameter-input-${parameter}`);
	}

	private options(): Locator {
		return this.page.locator(OPTION).filter({ visible: true });
	}

	private byTestId(id: string): Locator {
		return this.page.getByTestId(id);
	}
}
