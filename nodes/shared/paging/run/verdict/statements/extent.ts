import type { Extent } from '../../../response/extents';
import { saysEnd } from '../gaps';
import { type Observed, startsAtBeginning } from '../observed';
import type { ServerStatement } from './statement';

/** How far the list goes, in words, or by its last page: `{ "page": "2 of 5" }`, `{ "links": { "last": "…?page=5" } }`. */
export const extent: ServerStatement = {
	contradicts: (observed) => {
		const { end } = observed.answers;
		// A link may be that of another size of pages: what is said of this page is clearer.
		const isEnd = end !== undefined && saysEnd(end);
		const more = further(observed).find(({ kind }) => !isEnd || !kind.startsWith('last'));
		return (
			more &&
			`More records may follow: a response contains "${more.path}": ${more.value}, but reading stopped there.`
		);
	},
	doubts: (observed) => {
		const { last, end } = observed.answers;
		const isPart = [last, end].some(
			(answer) => answer?.metadata.isPartial && answer.metadata.totals.length === 0,
		);
		return isPart || further(observed).length > 0;
	},
};

/** @returns what says that the list goes further than it was read */
function further(observed: Observed): Extent[] {
	const { end, last = end } = observed.answers;
	if (!last || !startsAtBeginning(observed)) return [];
	return last.metadata.extents.filter((one) => goesFurther(one, observed));
}

function goesFurther({ kind, number }: Extent, observed: Observed): boolean {
	const { pages, items, first, dataset } = observed;
	const isFromZero = dataset.pagingScheme?.type === 'pageBased' && first === 0;
	switch (kind) {
		case 'records':
		case 'lastOffset':
			return number > items;
		case 'pages':
			return number > pages;
		case 'lastPage':
			return number + Number(isFromZero) > pages;
	}
}
