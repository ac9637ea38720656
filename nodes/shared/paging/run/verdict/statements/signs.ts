import type { Metadata } from '../../../response/metadata';
import { type MoreSign, moreSigns } from '../../../response/moreSigns';
import { type Observed, pathsToEnd } from '../observed';

/** @returns the first sign of one kind that an answer has, besides what leads the run to its end */
export function signIn(
	metadata: Metadata | undefined,
	wanted: MoreSign['kind'],
	observed: Observed,
): MoreSign | undefined {
	const { items: records, pages } = observed;
	const extent = { records, pages, known: pathsToEnd(observed) };
	return metadata && moreSigns(metadata, extent).find(({ kind }) => kind === wanted);
}

/**
 * What names a next page may stay after a flag or a page without records, and lead to newer records where
 * a token is followed to older ones; what remains may be of something else.
 */
export function isEndSaidOtherwise({ dataset, pages, ending }: Observed): boolean {
	const { stopReason } = ending ?? {};
	const isByFlag = dataset.pagingScheme !== undefined && stopReason === 'noNextPage';
	const isFollowed = stopReason === 'noNextToken' && pages > 1;
	return stopReason === 'noDataLeft' || isByFlag || isFollowed;
}
