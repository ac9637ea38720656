import type { IDataObject } from 'n8n-workflow';

import { toItemJson } from '../../shared/basics/guards';
import { isAtTheEnd } from '../../shared/changes/atTheEnd';
import { modelAnswer } from '../../shared/node/agentAnswer';
import type { InputItem } from '../../shared/node/inputItem';
import type { Page, Pages, Summary } from '../../shared/paging/types';
import { NOTHING_READ } from '../../shared/read/nothingRead';

/** The records that the model of an agent gets: reading stops where its answer is full. */
export function modelPages(item: InputItem, select: (page: Page) => Page) {
	const answer = modelAnswer(item);
	return {
		async *pages(pages: Pages): Pages {
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
