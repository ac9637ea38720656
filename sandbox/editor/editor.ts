import assert from 'node:assert/strict';

import type {
	Browser,
	BrowserContextOptions,
	ConsoleMessage,
	Locator,
	Page,
	Request,
} from 'playwright-core';
import { selectors } from 'playwright-core';

import { shortId } from '../server/instance';
import type { RestClient } from '../server/restClient';
import { untilPasses } from '../server/until';
import { Camera } from './camera';

selectors.setTestIdAttribute('data-test-id');

const VIEWPORT = { width: 1440, height: 900 };
/** How long a busy machine may take to show something. */
const TIMEOUT_MS = 180_000;
/** A list that has not changed for this long is read. */
const SETTLED_MS = 300;
/** How long what follows a click may take before it is tried again. */
const CLICKED_MS = 10_000;
const OPTION = '.el-select-dropdown__item';

/** Requests whose answer depends on our nodes: icons, schemas, and lists that they load. */
const OUR_REQUESTS = /\/(icons|schemas)\/n8n-nodes-grc-tprm|\/dynamic-node-parameters\//;
/** What n8n says of its own features in an instance without a network and a license. */
const N8N_FEATURES = /^Failed to fetch (dynamic banners|sessions metadata)/;
/** What is said of the connection to n8n when a page is left or used before it is there. */
const CONNECTION = /^WebSocket connection to|Lost connection to the server|Request aborted/;

function isAboutN8n(message: ConsoleMessage): boolean {
	const text = message.text();
	if (text.startsWith('Failed to load resource')) return !OUR_REQUESTS.test(message.location().url);
	return N8N_FEATURES.test(text) || CONNECTION.test(text);
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
		// Asked before a workflow with changes is left.
		page.on('dialog', (dialog) => void dialog.accept());
		page.on('pageerror', ({ message }) => {
			if (!CONNECTION.test(message)) this.errors.push(message);
		});
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
		// Before it searches, n8n lists what there is.
		await names.first().waitFor();
		const before = (await search.inputValue()) === text ? [] : await names.allInnerTexts();
		await search.fill(text);
		// The list follows the search after a moment, in several steps.
		return await untilPasses(async () => {
			const found = await names.allInnerTexts();
			await this.page.waitForTimeout(SETTLED_MS);
			assert.notDeepEqual(found, before);
			assert.deepEqual(await names.allInnerTexts(), found);
			return found;
		});
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
		await this.clickToRun(this.byTestId('execute-workflow-button').first());
	}

	/** @returns what n8n says in a corner of the page when a run has failed */
	async failure(): Promise<string> {
		return await this.page.getByRole('alert').filter({ hasText: 'Problem in node' }).innerText();
	}

	/** @returns what the open node shows of the error that it has stopped with */
	async error(): Promise<string> {
		const error = this.byTestId('node-error-message').or(this.byTestId('node-error-description'));
		await error.first().waitFor();
		return (await error.allInnerTexts()).join('\n');
	}

	/** @returns how many links to a host the page has */
	async linksTo(host: string): Promise<number> {
		return await this.page.locator(`a[href*="${host}"]`).count();
	}

	/** Opens a node of the canvas by a double click. */
	async openNode(name: string): Promise<void> {
		const form = this.byTestId('node-parameters');
		// A canvas that is still moving may be clicked beside the node.
		await untilPasses(async () => {
			if (await form.isVisible()) return;
			await this.node(name).dblclick({ timeout: CLICKED_MS });
			await form.waitFor({ timeout: CLICKED_MS });
		});
	}

	/** Closes the open node, or the node panel, so that only the canvas is left. */
	/** The same for a node with a field whose list is read from the service: until it is there. */
	async openNodeWithLists(name: string): Promise<void> {
		const lists = this.page.waitForResponse(/\/dynamic-node-parameters\/options/);
		await this.openNode(name);
		await (await lists).finished();
		await this.page.waitForTimeout(SETTLED_MS);
	}

	/** @returns how many fields of the open node are marked red */
	async issues(): Promise<number> {
		return await this.page.getByTestId('parameter-issues').count();
	}

	async backToCanvas(): Promise<void> {
		const open = this.byTestId('node-parameters').or(this.byTestId('node-creator-search-bar'));
		await untilPasses(async () => {
			if ((await open.count()) === 0) return;
			// A field that has the focus would keep the key to itself.
			await this.page.evaluate('document.activeElement?.blur()');
			await this.page.keyboard.press('Escape');
			await open.first().waitFor({ state: 'detached', timeout: SETTLED_MS });
		});
	}

	/** Opens the credential of the open node, which n8n tests at once. */
	async openCredential(): Promise<void> {
		await this.byTestId('credential-edit-button').click();
		await this.byTestId('credential-edit-dialog').waitFor();
	}

	/** Makes the open trigger wait for a test event. */
	async listen(): Promise<void> {
		const run = await this.clickToRun(this.byTestId('node-execute-button'));
		// n8n answers once the test URL is there.
		await run.response();
	}

	/** Unfolds the addresses of the open trigger and shows the production URL. */
	async showWebhookUrls(): Promise<void> {
		await this.page.getByText('Webhook URLs', { exact: true }).click();
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
		await untilPasses(async () => {
			await this.openOptions(parameter);
			await wanted.click({ timeout: CLICKED_MS });
		});
		await this.options().first().waitFor({ state: 'hidden' });
	}

	/** @returns the names that a list of several offers, which n8n has loaded from the service */
	async offered(parameter: string): Promise<string[]> {
		// An option exists, unseen, once n8n has loaded the list; the field may be drawn again before.
		await untilPasses(async () => {
			const field = this.field(parameter).getByRole('combobox').first();
			const listId = await field.getAttribute('aria-controls');
			const option = this.page.locator(`[id="${listId}"] ${OPTION}`).first();
			await option.waitFor({ state: 'attached', timeout: CLICKED_MS });
		});
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
			await untilPasses(async () => {
				const texts = await items.allInnerTexts();
				assert(texts.length > 0 && texts.every((text) => text.includes(search)), texts.join());
			});
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
		await untilPasses(async () => {
			if ((await options.count()) === 0) await this.field(parameter).click();
			// Clicked again before they are there, they would be closed.
			await options.first().waitFor({ timeout: CLICKED_MS });
			await this.page.waitForTimeout(SETTLED_MS);
			assert.notEqual(await options.count(), 0, `The options of ${parameter} do not stay open`);
		});
	}

	/**
	 * n8n runs nothing before it is connected to its server: clicks until it does.
	 *
	 * @returns the request that runs the open workflow
	 */
	private async clickToRun(button: Locator): Promise<Request> {
		return await untilPasses(async () => {
			const sent = this.page.waitForRequest(/\/rest\/workflows\/[^/]+\/run/, {
				timeout: CLICKED_MS,
			});
			const [request] = await Promise.all([sent, button.click({ timeout: CLICKED_MS })]);
			return request;
		});
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
