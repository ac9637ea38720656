import { saysMore } from '../gaps';
import type { ServerStatement } from './statement';

/** An empty page after full ones, where pages are numbered. */
export const emptyPage: ServerStatement = {
	proves: (observed) => {
		const { ending, answers, counts, numbering, pages, beyond } = observed;
		const { last, end } = answers;
		const isEmpty = ending?.stopReason === 'noDataLeft' && end?.records.length === 0;
		if (!numbering || !isEmpty || !last) return undefined;
		if (saysMore(last, observed) || (saysMore(end, observed) && beyond !== 'empty'))
			return undefined;
		// A page that is not full may be one of which records were left out; so may one that is empty.
		const isWhole = counts.isEven && !counts.short;
		return isWhole || beyond === 'empty' ? `Page ${pages} has no records` : undefined;
	},
	// What no page before had may be the reason why there are no records.
	doubts: ({ answers: { end } }) => end?.isUnlike === true,
};
