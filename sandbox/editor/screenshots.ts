import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { CURRENT } from '../server/lines';
import type { TemporaryInstance } from '../server/temporary';
import { startTemporary } from '../server/temporary';
import { launchChromium } from './chromium';
import type { ColorScheme } from './editor';
import { Editor } from './editor';
import { sendTestEvent } from './testEvent';

const FOLDER = path.resolve(__dirname, '../../docs/screenshots');
const SCHEMES: ColorScheme[] = ['light', 'dark'];
const SLOW_MS = 10_000;

/** Brings what a picture shows onto the screen. */
type Scene = (editor: Editor, instance: TemporaryInstance) => Promise<void>;

const SCENES: Record<string, Scene> = {
	workflow: async (editor) => {
		await editor.openWorkflow('sync-the-org-chart');
		await editor.execute();
	},
	// Of the run before: a second one would change nothing.
	'grc-scope': async (editor) => {
		await editor.openNode('Sync');
		await editor.output();
	},
	'node-panel': async (editor) => {
		await editor.openWorkflow('reorganize');
		await editor.searchNodes('compliance');
	},
	credential: async (editor) => {
		await editor.openWorkflow('reorganize');
		await editor.openNode('Scope tree');
		await editor.openCredential();
		await editor.sees('Connection tested successfully');
	},
	'grc-scope-assignment': nodeAfterRun('assign-a-framework-to-regions', 'Assign'),
	'grc-control': nodeAfterRun('assign-a-framework-to-regions', 'Active controls'),
	'tprm-vendor': nodeAfterRun('vendor-intake', 'Create or update'),
	'tprm-trigger': async (editor, instance) => {
		await editor.openWorkflow('rating-changed-ticket-text');
		await editor.openNode('TPRM Trigger');
		await editor.listen();
		await sendTestEvent(instance, 'rating-changed-ticket-text', 'vendor.risk_rating_changed');
		await editor.sees('evt_');
		await editor.showJson();
		await editor.showWebhookUrls();
	},
	'paged-http': nodeAfterRun('paging-page-number', 'Read register'),
	// The last one: its run is not waited for.
	'workflow-running': async (editor, { service }) => {
		service.faults.add({ fault: { kind: 'slow', ms: SLOW_MS }, path: /scopes/ });
		await editor.openWorkflow('sync-the-org-chart');
		await editor.startExecution();
		await editor.seesRunning('Dry run');
	},
};

/** @returns the scene of a node with what it got and put out in a run of its workflow */
function nodeAfterRun(workflow: string, node: string): Scene {
	return async (editor) => {
		await editor.openWorkflow(workflow);
		await editor.execute();
		await editor.openNode(node);
		await editor.output();
	};
}

/**
 * `npm run screenshots`: takes the pictures of the documentation from the real editor, each in its
 * light and its dark theme.
 */
async function main(): Promise<void> {
	const progress = (text: string) => console.log(text);
	mkdirSync(FOLDER, { recursive: true });
	const browser = await launchChromium(progress);
	try {
		for (const scheme of SCHEMES) {
			const instance = await startTemporary(CURRENT);
			try {
				const editor = await Editor.open(browser, instance.rest, scheme);
				for (const [name, scene] of Object.entries(SCENES)) {
					const file = path.join(FOLDER, `${name}-${scheme}.png`);
					await scene(editor, instance);
					await editor.screenshot(file);
					progress(path.relative(process.cwd(), file));
				}
			} finally {
				await instance.stop();
			}
		}
	} finally {
		await browser.close();
	}
}

void main();
