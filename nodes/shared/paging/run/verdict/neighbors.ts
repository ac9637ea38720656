import type { Metadata } from '../../response/metadata';
import { type MoreSign, moreSigns } from '../../response/moreSigns';
import { isAddress } from '../../response/nextPage';
import { type Observed, pathsToEnd, type LastAnswer, startsAtBeginning } from './observed';

/** @returns what says that there is a page before the first one, which the first page of all cannot have */
export function pageBefore(observed: Observed): string | undefined {
	const { isContinued, answers } = observed;
	const isFirst = answers.last?.position !== undefined && !isContinued;
	if (!isFirst || !startsAtBeginning(observed)) return undefined;
	const before = answers.first?.metadata.previous.find(
		({ value }) => value === true || isAddress({ value }),
	);
	return (
		before &&
		`Records may be missing at the beginning: the first page contains "${before.path}", so there is a page before it. Check the first page or offset.`
	);
}

/**
 * @param end the answer that was read last
 * @returns what says that there is a page after the last one
 */
export function pageAfter(observed: Observed, end: LastAnswer): string | undefined {
	const { dataset, pages, items: records, ending, answers } = observed;
	const { stopReason } = ending ?? {};
	// What names a next page may stay after a flag or a page without records, and lead to newer records
	// where a token is followed to older ones.
	const isByFlag = dataset.pagingScheme !== undefined && stopReason === 'noNextPage';
	const isRead = stopReason === 'noNextToken' && pages > 1;
	const kinds: Array<MoreSign['kind']> =
		stopReason === 'noDataLeft' || isByFlag || isRead ? [] : ['next', 'remaining'];
	const extent = { records, pages, known: pathsToEnd(observed) };
	const signsIn = (metadata: Metadata, wanted: ReadonlyArray<MoreSign['kind']>) =>
		moreSigns(metadata, extent).filter(({ kind }) => wanted.includes(kind));
	const { metadata } = answers.last ?? end;
	const after = startsAtBeginning(observed) ? signsIn(metadata, ['pages']) : [];
	const [sign] = [...signsIn(end.metadata, ['flag', ...kinds]), ...after];
	if (!sign) return undefined;
	const value = sign.kind === 'next' ? '' : `: ${String(sign.value)}`;
	return `More records may follow: the last response contains "${sign.path}"${value}, but reading stopped there.`;
}
