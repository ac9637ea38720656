import type { IDataObject } from 'n8n-workflow';

import { toItemJson } from '../../shared/basics/guards';
import { isAtTheEnd } from '../../shared/changes/atTheEnd';
import { ModelAnswer } from '../../shared/node/modelAnswer';
import type { InputItem } from '../../shared/node/inputItem';
import type { Page, Pages, Summary } from '../../shared/paging/types';
import { NOTHING_READ } from '../../shared/read/nothingRead';

/** The records that the model of an agent gets: reading stops where its answer is full. */
export class ModelPages {
	private readonly answer: ModelAnswer;

	/**
	 * @param select what is returned of each page
	 * @throws UserError naming the field that is no usable number
	 */
	constructor(
		item: InputItem,
		private readonly select: (page: Page) => Page,
	) {
		this.answer = new ModelAnswer(item);
	}

	/** @returns the pages with the records that the model gets */
	async *pages(pages: Pages): Pages {
		const { answer, select } = this;
		let step = await pages.next();
		for (; !step.done; step = await pages.next()) {
			const page = select(step.value);
			const { index, total = null } = page;
			const records = answer.take(page.items.map(toItemJson));
			yield { ...page, items: records, resume: () => page.resume() };
			if (answer.isFull) {
				const read = { pages: index + 1, items: answer.returned, total };
				return { ...NOTHING_READ, ...read, stopReason: 'limit' };
			}
		}
		return step.value;
	}

	/** @returns the item that says what is left */
	closing(summary: Omit<Summary, 'resume'>): IDataObject {
		return this.answer.end(summary.total, !isAtTheEnd(summary));
	}
}
