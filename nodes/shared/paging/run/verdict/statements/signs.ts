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
