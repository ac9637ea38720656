import { saysMore } from '../gaps';
import type { ServerStatement } from './statement';

/** An empty page after full ones, where pages are numbered. */
export const emptyPage: ServerStatement = {
	proves: (observed) => {
		const { ending, answers, counts, numbering, pages, beyond } = observed;
		const isEmpty = ending?.stopReason === 'noDataLeft' && answers.end?.records.length === 0;
		if (!numbering || !isEmpty || counts.filled === 0) return undefined;
		const { last, end } = answers;
		const isOpen = [last, end].some((answer) => answer && saysMore(answer));
		if (isOpen && beyond !== 'empty') return undefined;
		// A page that is not full may be one of which records were left out; so may one that is empty.
		const isWhole = counts.isEven && !counts.short;
		return isWhole || beyond === 'empty' ? `Page ${pages} has no records` : undefined;
	},
};
