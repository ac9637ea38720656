import { toItemJson } from '../../shared/basics/guards';
import { userError } from '../../shared/n8n/nodeErrors';
import { isTool } from '../../shared/n8n/tool';
import { numberOf } from '../../shared/node/coerce';
import type { InputItem } from '../../shared/node/inputItem';
import type { OutputRecord } from '../../shared/node/operation';
import { returnFields } from '../../shared/node/returnFields';
import type { Page } from '../../shared/paging/types';
import type { ChangeSettings } from '../../shared/read/types';
import { maxFileSize } from '../properties';
import { ModelPages } from './modelPages';
import { keepRecords, recordsOf } from './keptRecords';
import type { OutputRun, RecordOutput } from './recordOutput';

/** One item per record, those first that a run has kept which this one continues. */
export function toItems({ context, options }: InputItem, { kept }: OutputRun): RecordOutput {
	const records: OutputRecord[] = [];
	return {
		async begin() {
			if (kept) for await (const json of recordsOf(context, kept)) records.push({ json });
		},
		add({ items }) {
			for (const item of items) records.push({ json: toItemJson(item) });
		},
		end: () => records,
		discard: () => records,
		keep: async () => await keepRecords(context, records, numberOf(options, maxFileSize)),
	};
}

/** What is returned of what was read. */
export interface Selection {
	/** What is returned of each page. */
	select: (page: Page) => Page;
	/** The answer of a tool; absent where a workflow gets the records. */
	model: ModelPages | undefined;
}

/**
 * @param changes those of New and Changed, whose fields are kept
 * @throws UserError when a tool is to read New and Changed
 */
export function selectionOf(item: InputItem, changes?: ChangeSettings): Selection {
	const isForModel = isTool(item.context);
	// No node follows a tool that could confirm what the model gets.
	if (isForModel && changes) {
		throw userError(
			"New and Changed can't be used as a tool",
			'Set Records to All. Or read New and Changed in a separate workflow that ends with Confirm, and give it to the agent as a Call n8n Workflow Tool.',
		);
	}
	const select = fieldSelection(item, changes);
	const isAnswer = isForModel && item.value('output', 'items') === 'items';
	const model = isAnswer ? new ModelPages(item, select) : undefined;
	return { select, model };
}

/** @returns a function that keeps what Fields to Return names, and what New and Changed needs */
function fieldSelection(item: InputItem, changes?: ChangeSettings): (page: Page) => Page {
	const watches = changes?.by === 'content' && changes.watch.length > 0;
	const names = [changes?.recordKey, changes?.changeField, watches ? 'changes' : undefined];
	const keep = returnFields(
		item,
		names.filter((name) => name !== undefined),
	);
	return (page) => ({
		...page,
		items: keep(page.items),
		resume: () => page.resume(),
	});
}
