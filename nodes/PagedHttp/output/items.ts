import type { IDataObject } from 'n8n-workflow';

import { isAtTheEnd } from '../../shared/changes/reader';
import { toItemJson } from '../../shared/basics/values';
import { userError } from '../../shared/n8n/shownErrors';
import { isTool } from '../../shared/n8n/workarounds';
import type { InputItem, OutputRecord } from '../../shared/node/operation';
import { modelAnswer, returnFields } from '../../shared/node/getMany';
import type { Page, Pages, Summary } from '../../shared/paging/types';
import { NOTHING_READ } from '../../shared/read/failure';
import type { ChangeSettings } from '../../shared/read/types';

/** Where the records of one run go. */
export interface RecordOutput {
	/** How far the records were handed on for good; absent where that happens with `end` only. */
	readonly done?: Readonly<Done>;
	/**
	 * Takes the records of one page. The next page waits for it.
	 *
	 * @throws what keeps the records from being handed on; the run ends with it, and `discard` follows
	 */
	add(page: Page): void | Promise<void>;
	/**
	 * Hands on what is left, once the last page was taken.
	 *
	 * @param resume where the run stopped; null when there is nothing to continue
	 * @returns what the Items output shows
	 * @throws what keeps the records from being handed on; `discard` follows
	 */
	end(resume: unknown): OutputRecord[] | Promise<OutputRecord[]>;
	/** @returns what the user should know of the records that were handed on, in sentences */
	warnings?(): string[];
	/**
	 * Hands nothing more on, as the run has failed or was cancelled.
	 *
	 * @returns what was handed on before
	 */
	discard(): OutputRecord[] | Promise<OutputRecord[]>;
}

/** What was handed on for good: a later failure does not undo it. */
export interface Done {
	batches: number;
	pages: number;
	items: number;
	/** Where a run continues after it; what the run itself began with while there is nothing. */
	resume: unknown;
}

/** What the caller knows of a run, and wants to know. */
export interface BatchRun {
	/** What the run continues; `null` when it starts from the beginning. */
	resume: unknown;
	/** Called when every page added until then is done. */
	onDone: (() => void) | undefined;
}

/** One item per record. */
export function toItems(): RecordOutput {
	const records: OutputRecord[] = [];
	return {
		add({ items }) {
			for (const item of items) records.push({ json: toItemJson(item) });
		},
		end: () => records,
		discard: () => records,
	};
}

/**
 * @param changes those of New and Changed, whose fields are kept
 * @returns what is returned of each page, and the answer of a tool
 * @throws UserError when a tool is to read New and Changed
 */
export function selectionOf(item: InputItem, changes?: ChangeSettings) {
	const isForModel = isTool(item.context);
	// No node follows a tool that could confirm what the model gets.
	if (isForModel && changes) {
		throw userError(
			"New and Changed can't be used as a tool",
			'Set Read to Records. Or read New and Changed in a separate workflow that ends with Confirm, and give it to the agent as a Call n8n Workflow Tool.',
		);
	}
	const select = fieldSelection(item, changes);
	const isAnswer = isForModel && item.value('output', 'items') === 'items';
	const model = isAnswer ? modelPages(item, select) : undefined;
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

/** The records that the model of an agent gets: reading stops where its answer is full. */
function modelPages(item: InputItem, select: (page: Page) => Page) {
	const answer = modelAnswer(item);
	return {
		async *through(pages: Pages): Pages {
			let step = await pages.next();
			for (; !step.done; step = await pages.next()) {
				const page = select(step.value);
				const { index, total = null } = page;
				const records = answer.take(page.items.map(toItemJson));
				yield { ...page, items: records, resume: () => page.resume() };
				if (answer.isFull()) {
					const read = { pages: index + 1, items: answer.returned(), total };
					return { ...NOTHING_READ, ...read, stopReason: 'limit' };
				}
			}
			return step.value;
		},

		/** @returns the item that says what is left */
		closing: (summary: Omit<Summary, 'resume'>): IDataObject =>
			answer.end(summary.total, !isAtTheEnd(summary)),
	};
}
