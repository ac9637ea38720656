import type { Metadata } from '../../response/metadata';
import { moreSigns } from '../../response/moreSigns';
import { isAddress } from '../../response/nextPage';
import type { Run } from '../runState';
import { pathsOf, startsAtBeginning } from './configured';

/** The first page of all has no page before it. */
export function pageBefore(run: Run): string | undefined {
	const isFirst = run.filled?.position !== undefined && run.start.pages === 0;
	if (!isFirst || !startsAtBeginning(run)) return undefined;
	const before = run.first?.previous.find(({ value }) => value === true || isAddress({ value }));
	return (
		before &&
		`Records may be missing at the beginning: the first page contains "${before.path}", so there is a page before it. Check the first page or offset.`
	);
}

/** What says that there is a page after the last one. */
export function pageAfter(run: Run, end: Metadata, last = end): string | undefined {
	const { scheme, page: pages, items: records } = run;
	const { stopReason } = run.ending ?? {};
	// What names a next page may stay after a flag or a page without records, and lead to newer records
	// where a token is followed to older ones.
	const isByFlag = scheme !== undefined && stopReason === 'noNextPage';
	const isRead = stopReason === 'noNextToken' && pages > 1;
	const kinds = stopReason === 'noDataLeft' || isByFlag || isRead ? [] : ['next', 'remaining'];
	const extent = { records, pages, known: pathsOf(run) };
	const signsIn = (page: Metadata, ...wanted: string[]) =>
		moreSigns(page, extent).filter(({ kind }) => wanted.includes(kind));
	const after = startsAtBeginning(run) ? signsIn(last, 'pages') : [];
	const [sign] = [...signsIn(end, 'flag', ...kinds), ...after];
	if (!sign) return undefined;
	const value = sign.kind === 'next' ? '' : `: ${String(sign.value)}`;
	return `More records may follow: the last response contains "${sign.path}"${value}, but reading stopped there.`;
}
