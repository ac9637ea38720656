import type { IDataObject } from 'n8n-workflow';

import { isAtTheEnd } from '../../shared/changes/reader';
import { toItemJson } from '../../shared/basics/values';
import { isTool } from '../../shared/n8n/workarounds';
import { ModelAnswer, returnFields } from '../../shared/node/lists';
import type { InputItem } from '../../shared/node/inputItem';
import type { Page, Pages, Summary } from '../../shared/paging/types';
import { NOTHING_READ } from '../../shared/read/failure';
import type { ChangeSettings } from '../../shared/read/types';

/**
 * @param changes those of New and Changed, whose fields are kept, and which a model gets as a whole
 * @returns what is returned of each page, and the answer of a tool
 */
export function selectionOf(item: InputItem, changes?: ChangeSettings) {
	const select = fieldSelection(item, changes);
	const isAnswer = isTool(item.context) && !changes && item.value('output', 'items') === 'items';
	const model = isAnswer ? new ModelPages(item) : undefined;
	return { select, model, through: model && ((pages: Pages) => model.through(pages, select)) };
}

/** @returns a function that keeps what Fields to Return names, and what New and Changed needs */
function fieldSelection(item: InputItem, changes?: ChangeSettings): (page: Page) => Page {
	if (!('returnFields' in item.options)) return (page) => page;
	const watches = changes?.by === 'content' && changes.watch.length > 0;
	const names = [changes?.recordKey, changes?.changeField, watches ? 'changes' : undefined];
	const more = names.filter((name) => name !== undefined);
	const keep = returnFields(item, more);
	return (page) => ({
		...page,
		items: page.items.map((record) => keep(toItemJson(record))),
		resume: () => page.resume(),
	});
}

/** The records that the model of an agent gets: reading stops where its answer is full. */
export class ModelPages extends ModelAnswer {
	/**
	 * @param select leaves out what Fields to Return does not name
	 * @returns the pages with the records that the model gets
	 */
	async *through(pages: Pages, select: (page: Page) => Page): Pages {
		const read = { pages: 0, items: 0, total: null as number | null };
		let step = await pages.next();
		while (!step.done) {
			const page = select(step.value);
			const items = this.take(page.items.map(toItemJson));
			read.pages++;
			read.items += items.length;
			read.total = page.total ?? read.total;
			yield { ...page, items, resume: () => page.resume() };
			if (this.isFull) {
				const summary: Summary = { ...NOTHING_READ, ...read, stopReason: 'limit' };
				await pages.return(summary);
				return summary;
			}
			step = await pages.next();
		}
		return step.value;
	}

	/** @returns the item that says what is left */
	closing(summary: Omit<Summary, 'resume'>): IDataObject {
		return this.end(summary.total, !isAtTheEnd(summary));
	}
}
