import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { readExamples } from '../demo/examples';
import { CURRENT } from '../server/lines';
import { startTemporary } from '../server/temporary';
import { launchChromium } from './chromium';
import { Editor } from './editor';
import { writeGif, writePng } from './pictures';
import type { Scene } from './scenes';
import { canvasOf, SCENES } from './scenes';
import { startStage } from './stage';
import { tour } from './tour';

const FOLDER = path.resolve(__dirname, '../../docs/screenshots');
/** Twice the size at which pages show them, so that they are sharp on every screen. */
const TWICE = { deviceScaleFactor: 2 };
const STILL = { ...TWICE, viewport: { width: 1280, height: 800 } };
const MOVING = { ...TWICE, viewport: { width: 1120, height: 700 } };

const gallery = readExamples()
	.map(({ file }): [string, Scene] => {
		const workflow = path.basename(file, '.json');
		return [`examples/${workflow}`, canvasOf(workflow)];
	})
	.filter(([name]) => !(name in SCENES));

/**
 * `npm run docs -- pictures`: takes the pictures of the documentation from the real editor.
 * `npm run docs -- pictures credential tour` takes these only.
 */
async function main(): Promise<void> {
	const names = process.argv.slice(2);
	const isWanted = (name: string) => names.length === 0 || names.includes(name);
	const scenes = [...Object.entries(SCENES), ...gallery];
	const known = ['tour', ...scenes.map(([name]) => name)];
	const unknown = names.find((name) => !known.includes(name));
	if (unknown !== undefined) {
		throw new Error(`There is no picture ${unknown}, only ${known.join(', ')}`);
	}
	const progress = (text: string) => console.log(text);
	mkdirSync(path.join(FOLDER, 'examples'), { recursive: true });
	const browser = await launchChromium(progress);
	const stage = await startStage();
	const { workflows, credentials } = stage;
	const instance = await startTemporary(CURRENT, workflows, { credentials });
	try {
		const editor = await Editor.open(browser, instance.rest, STILL);
		for (const [name, { area, show, size }] of scenes) {
			if (!isWanted(name)) continue;
			await editor.page.setViewportSize({ ...STILL.viewport, ...size });
			await show(editor, instance);
			await writePng(await editor.camera.picture(area), fileOf(`${name}.png`, progress));
		}
		await editor.close();
		if (isWanted('tour')) {
			const visitor = await Editor.open(browser, instance.rest, MOVING);
			const frames = await tour(visitor, instance);
			await writeGif(frames, fileOf('tour.gif', progress));
		}
	} finally {
		await instance.stop();
		await stage.stop();
		await browser.close();
	}
}

function fileOf(name: string, progress: (text: string) => void): string {
	const file = path.join(FOLDER, name);
	progress(path.relative(process.cwd(), file));
	return file;
}

void main();
