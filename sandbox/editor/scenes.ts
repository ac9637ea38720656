import type { TemporaryInstance } from '../server/temporary';
import type { Area } from './camera';
import type { Editor } from './editor';
import { sendTestEvent } from './testEvent';

/** A picture of the documentation. */
export interface Scene {
	/** The part of the editor that it shows. */
	area: Area;
	/** Brings it onto the screen. */
	show: (editor: Editor, instance: TemporaryInstance) => Promise<void>;
}

/** The pictures of the README and of the pages on each node, by file name. */
export const SCENES: Record<string, Scene> = {
	workflow: {
		area: 'canvas',
		show: async (editor) => {
			await editor.openWorkflow('sync-the-org-chart');
			await editor.execute();
		},
	},
	'grc-scope': {
		area: 'node',
		// Of the run before: a second one would change nothing.
		show: async (editor) => {
			await editor.openNode('Sync');
			await editor.output();
		},
	},
	'node-panel': {
		area: 'node panel',
		show: async (editor) => {
			await editor.openWorkflow('reorganize');
			await editor.searchNodes('compliance');
		},
	},
	credential: {
		area: 'credential',
		show: async (editor) => {
			await editor.openWorkflow('reorganize');
			await editor.openNode('Scope tree');
			await editor.openCredential();
			await editor.sees('Connection tested successfully');
		},
	},
	'grc-scope-assignment': nodeAfterRun('assign-a-framework-to-regions', 'Assign'),
	'grc-control': nodeAfterRun('assign-a-framework-to-regions', 'Active controls'),
	'tprm-vendor': nodeAfterRun('vendor-intake', 'Create or update'),
	'tprm-trigger': {
		area: 'node',
		show: async (editor, instance) => {
			await editor.openWorkflow('rating-changed-ticket-text');
			await editor.openNode('TPRM Trigger');
			await editor.listen();
			await sendTestEvent(instance, 'rating-changed-ticket-text', 'vendor.risk_rating_changed');
			await editor.sees('evt_');
			await editor.showJson();
			await editor.showWebhookUrls();
		},
	},
	'paged-http': nodeAfterRun('paging-page-number', 'Read register'),
};

/** @returns the picture of an example's canvas */
export function canvasOf(workflow: string): Scene {
	return {
		area: 'canvas',
		show: async (editor) => {
			await editor.openWorkflow(workflow);
		},
	};
}

/** @returns the picture of a node with its input and output in a run of its workflow */
function nodeAfterRun(workflow: string, node: string): Scene {
	return {
		area: 'node',
		show: async (editor) => {
			await editor.openWorkflow(workflow);
			await editor.execute();
			await editor.openNode(node);
			await editor.output();
		},
	};
}
