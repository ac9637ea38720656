import type { TemporaryInstance } from '../server/temporary';
import type { Area } from './camera';
import type { Editor } from './editor';
import { sendTestEvent } from './testEvent';

/** A picture of the documentation. */
export interface Scene {
	/** The part of the editor that it shows. */
	area: Area;
	/** Size of the window in points, where the usual one does not show all, or shows empty space. */
	size?: { width?: number; height?: number };
	/** Brings it onto the screen. */
	show: (editor: Editor, instance: TemporaryInstance) => Promise<void>;
}

/** A picture that needs nothing but the editor. */
type EditorScene = Omit<Scene, 'show'> & { show: (editor: Editor) => Promise<void> };

/** So that the tabs of the output are all there. */
const WIDE = { width: 1_440 };

/** So that a long form is there as a whole. */
const TALL = { height: 1_300 };

/** The pictures of the README and of the pages on each node, by file name. */
export const SCENES: Record<string, Scene> = {
	workflow: {
		...canvasOf('sync-the-org-chart'),
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
	plan: {
		area: 'form and output',
		size: WIDE,
		// Of the same run: now there is nothing left to create.
		show: async (editor) => {
			await editor.backToCanvas();
			await editor.openNode('Dry run');
			await editor.output();
		},
	},
	'examples/start-here': {
		...canvasOf('start-here'),
		show: async (editor) => {
			await editor.openWorkflow('start-here');
			await editor.execute();
		},
	},
	'node-panel': {
		area: 'node panel',
		size: { height: 580 },
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
			await editor.openWorkflow('rating-dropped-ticket');
			await editor.openNode('TPRM Trigger');
			await editor.listen();
			await sendTestEvent(instance, 'rating-dropped-ticket', 'vendor.risk_rating_changed');
			await editor.sees('evt_');
			await editor.showJson();
			await editor.showWebhookUrls();
		},
	},
	'signed-webhook-trigger': {
		area: 'form and output',
		size: { ...WIDE, height: 1_000 },
		show: async (editor) => {
			await editor.openWorkflow('vendor-event-of-another-tool');
			await editor.openNode('Signed Webhook Trigger');
			await editor.output();
		},
	},
	'paged-http': formAfterRun('pictured-auto'),
	'paged-http-automatic': {
		area: 'form and output',
		size: { ...WIDE, height: 1_000 },
		show: async (editor) => {
			await formAfterRun('pictured-auto').show(editor);
			await editor.showOutput('Summary');
			await editor.showJson();
		},
	},
	'paged-http-fields': {
		area: 'form',
		size: TALL,
		show: async (editor) => {
			await editor.openWorkflow('pictured-fields');
			await editor.openNode('Paged HTTP');
		},
	},
	'paged-http-file': formAfterRun('pictured-file'),
	'paged-http-changes': {
		...formAfterRun('pictured-changes'),
		size: { ...WIDE, height: 1_000 },
	},
	'paged-http-batches': {
		...formAfterRun('pictured-batches'),
		show: async (editor) => {
			await formAfterRun('pictured-batches').show(editor);
			await editor.showTable();
		},
	},
	'paged-http-trigger': {
		area: 'form and output',
		size: { ...WIDE, height: 1_000 },
		show: async (editor) => {
			await editor.openWorkflow('pictured-trigger');
			await editor.openNode('Paged HTTP Trigger');
			await editor.fetchTestEvent();
			await editor.showTable();
		},
	},
	'credential-paged-http': {
		...credentialOf('pictured-key'),
		size: TALL,
		show: async (editor) => {
			await credentialOf('pictured-key').show(editor);
			await editor.sees('Connection tested successfully');
		},
	},
	'credential-paged-http-oauth2': { ...credentialOf('pictured-oauth2'), size: TALL },
};

/** @returns the picture of an example's canvas */
export function canvasOf(workflow: string): EditorScene {
	return {
		area: 'canvas',
		// So that the bars of the editor are not in the picture.
		size: { height: 1_000 },
		show: async (editor) => {
			await editor.openWorkflow(workflow);
		},
	};
}

/** @returns the picture of a node with its input and output in a run of its workflow */
function nodeAfterRun(workflow: string, node: string): EditorScene {
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

/** @returns the picture of Paged HTTP in a run of a workflow, without the input that it does not need */
function formAfterRun(workflow: string): EditorScene {
	return { ...nodeAfterRun(workflow, 'Paged HTTP'), area: 'form and output', size: WIDE };
}

/** @returns the picture of the credential that Paged HTTP has in a workflow */
function credentialOf(workflow: string): EditorScene {
	return {
		area: 'credential',
		show: async (editor) => {
			await editor.openWorkflow(workflow);
			await editor.openNode('Paged HTTP');
			await editor.openCredential();
		},
	};
}
