import type { Locator, Page } from 'playwright-core';

/** n8n's fields for expressions leave small white boxes in the corner of the page. */
const NO_LEFTOVERS = 'div.\u037c1:not(.cm-editor) { visibility: hidden; }';
/** n8n's own buttons lie over the canvas. */
const NO_BUTTONS =
	':has(> [data-test-id="execute-workflow-button"]), :has(> [data-test-id="execute-workflow-button"]) ~ *, .vue-flow__panel, [data-test-id="node-creator-plus-button"] { visibility: hidden; }';
/** n8n's dialog of a credential scrolls, however high the window is. */
const WHOLE_DIALOG =
	':has([data-test-id="credential-edit-dialog"]) { --dialog--max-height: 94vh !important; }';
const CLOSE_MESSAGES =
	"document.querySelectorAll('.el-notification__closeBtn').forEach((button) => button.click())";
/** What appears or goes fades in or out for less than this. */
const FADED_MS = 1_000;
/** Around the nodes of a canvas, in points: their names are below them, and outside of their boxes. */
const CANVAS_MARGIN = { side: 48, bottom: 84 };
const NO_MARGIN = { side: 0, bottom: 0 };

/** What a picture shows: nothing of the editor that does not matter. */
export type Area =
	'canvas' | 'node' | 'form' | 'form and output' | 'node panel' | 'credential' | 'page';

const SELECTORS: Record<Exclude<Area, 'page'>, string> = {
	canvas: '[data-test-id="canvas-node"], [data-test-id="sticky"]',
	node: '[data-test-id="ndv"]',
	form: '[data-test-id="node-parameters"]',
	'form and output': '[data-test-id="node-parameters"], [data-test-id="output-panel"]',
	'node panel': '[data-test-id="node-creator"]',
	credential: '[data-test-id="credential-edit-dialog"]',
};

/** Takes pictures of n8n's editor. */
export class Camera {
	constructor(private readonly page: Page) {}

	/** @returns a PNG of an area of what is on the screen, without messages that pass */
	async picture(area: Area): Promise<Buffer> {
		if (area === 'credential') await this.page.addStyleTag({ content: WHOLE_DIALOG });
		await this.clear();
		const style = area === 'canvas' ? NO_LEFTOVERS + NO_BUTTONS : NO_LEFTOVERS;
		const options = { animations: 'disabled', style } as const;
		if (area === 'page') return await this.page.screenshot(options);
		const clip = await this.box(
			this.page.locator(SELECTORS[area]),
			area === 'canvas' ? CANVAS_MARGIN : NO_MARGIN,
		);
		return await this.page.screenshot({ ...options, clip });
	}

	/** Waits until nothing moves, with messages closed and the mouse where nothing explains itself. */
	private async clear(): Promise<void> {
		// In one step, since a message may be gone by itself before the mouse is there.
		await this.page.evaluate(CLOSE_MESSAGES);
		const { width, height } = this.size();
		await this.page.mouse.move(width / 2, height - 1);
		await this.page.locator('.el-notification').first().waitFor({ state: 'hidden' });
		await this.page.evaluate('document.fonts.ready.then(() => true)');
		await this.page.waitForTimeout(FADED_MS);
	}

	/** @returns the part of the screen that contains all of the elements, and a margin */
	private async box(elements: Locator, margin: typeof NO_MARGIN) {
		await elements.first().waitFor();
		const boxes = await Promise.all((await elements.all()).map((one) => one.boundingBox()));
		const seen = boxes.filter((box) => box !== null);
		const { width, height } = this.size();
		const x = Math.max(0, Math.min(...seen.map((box) => box.x)) - margin.side);
		const y = Math.max(0, Math.min(...seen.map((box) => box.y)) - margin.side);
		const right = Math.min(width, Math.max(...seen.map((box) => box.x + box.width)) + margin.side);
		const bottom = Math.min(
			height,
			Math.max(...seen.map((box) => box.y + box.height)) + margin.bottom,
		);
		return { x, y, width: right - x, height: bottom - y };
	}

	private size() {
		const size = this.page.viewportSize();
		if (size === null) throw new Error('The page has no size');
		return size;
	}
}
