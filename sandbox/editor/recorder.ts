import type { Locator, Page } from 'playwright-core';

import type { Frame } from './pictures';

/** A line that says what happens, and a pointer, since a headless browser shows none. */
const OVERLAY = `
	const line = document.createElement('div');
	line.id = 'tour-caption';
	line.style.cssText = 'position:fixed;left:50%;bottom:28px;transform:translateX(-50%);z-index:99999;' +
		'padding:10px 22px;border-radius:24px;background:#1f2430;color:#fff;' +
		'font:600 20px/1.3 sans-serif;white-space:nowrap;pointer-events:none;display:none';
	const pointer = document.createElement('div');
	pointer.id = 'tour-pointer';
	pointer.style.cssText = 'position:fixed;z-index:99998;width:22px;height:22px;margin:-11px;border-radius:50%;' +
		'background:rgba(255,109,90,.45);border:2px solid #ff6d5a;pointer-events:none;display:none';
	document.body.append(line, pointer);
`;
const LETTERS_PER_FRAME = 3;
/** A list follows what is typed after a moment. */
const SETTLED_MS = 600;

/** Records what a person does in a page, one frame for each thing to see. */
export class Recorder {
	readonly frames: Frame[] = [];
	private text = '';

	constructor(private readonly page: Page) {}

	/** @param text stays on every frame until the next one */
	caption(text: string): void {
		this.text = text;
	}

	/** @param ms how long what is on the screen is shown */
	async frame(ms: number): Promise<void> {
		await this.page.waitForTimeout(SETTLED_MS);
		await this.overlay(`
			const line = document.getElementById('tour-caption');
			line.textContent = ${JSON.stringify(this.text)};
			line.style.display = 'block';
		`);
		this.frames.push({ png: await this.page.screenshot({ animations: 'disabled' }), ms });
	}

	/** Shows the pointer on an element, and clicks it. */
	async click(element: Locator): Promise<void> {
		await element.waitFor();
		const box = await element.boundingBox();
		if (box !== null) await this.point(box.x + Math.min(box.width / 2, 90), box.y + box.height / 2);
		await this.frame(900);
		await element.click();
		await this.overlay(`document.getElementById('tour-pointer').style.display = 'none';`);
	}

	/** Types a text into a field, a few letters at a time. */
	async type(field: Locator, text: string): Promise<void> {
		for (
			let end = LETTERS_PER_FRAME;
			end < text.length + LETTERS_PER_FRAME;
			end += LETTERS_PER_FRAME
		) {
			await field.fill(text.slice(0, end));
			await this.frame(250);
		}
	}

	private async point(x: number, y: number): Promise<void> {
		await this.overlay(`
			const pointer = document.getElementById('tour-pointer');
			Object.assign(pointer.style, { left: '${x}px', top: '${y}px', display: 'block' });
		`);
	}

	/** Opening another page removes what was added to the last one. */
	private async overlay(script: string): Promise<void> {
		await this.page.evaluate(`{
			if (!document.getElementById('tour-caption')) { ${OVERLAY} }
			${script}
		}`);
	}
}
