import type { FieldText } from '../../fieldText';
import { headerName, isNull, readPath } from '../../path';
import { COUNT_NAMES, LAST_NUMBER } from '../../response/knownNames';
import { lastNameOf } from '../../response/memberNames';
import { flagOf } from '../../response/moreSigns';
import { distinctRecords, type Observed, startsAtBeginning } from './observed';
import { otherTotalOf } from './otherTotal';

/**
 * What the server itself has said about the whole list, as `"total" is 230 on page 3`; `undefined` where
 * it has not said it. How many records are on a page says nothing about the list.
 */
type Proof = (observed: Observed) => FieldText | undefined;

/** The first one that holds is named. */
const PROOFS: readonly Proof[] = [
	totalIsRead,
	flagSaysEnd,
	noNextPage,
	lastPageIsRead,
	emptyPageAfterFullOnes,
];

/**
 * @returns the statement that settles that a run has read the whole list, if nothing contradicts it;
 *   `undefined` where the API does not say whether there are more records
 */
export function proofOf(observed: Observed): FieldText | undefined {
	for (const proof of PROOFS) {
		const said = proof(observed);
		if (said !== undefined) return said;
	}
	return undefined;
}

/** @param at number of the page with the statement */
function says(path: string, value: unknown, at: number): FieldText {
	const shown = value === '' ? 'empty' : value === undefined ? 'missing' : String(value).trim();
	return `"${path}" is ${shown} on page ${at}`;
}

/** @returns the total that was read, `{ "total": 230 }`: of the configured path, or of another one that is certain */
export function totalIsRead(observed: Observed): FieldText | undefined {
	const { dataset, totals, counts, numbering, pages } = observed;
	const { totalCount } = dataset.pagingScheme?.response ?? {};
	const other = otherTotalOf(observed);
	const [path, number] =
		totals && totalCount !== undefined
			? [totalCount, totals.last - (numbering?.leftOut ?? 0)]
			: [other?.path ?? '', other?.number];
	// `{ "count": 20 }` beside 20 records may be the number of those.
	const isOfPage = COUNT_NAMES.has(lastNameOf(path)) && Number(number) <= counts.largest;
	if (number === undefined || isOfPage || distinctRecords(observed) !== number) return undefined;
	return says(path, totals && totalCount !== undefined ? totals.last : number, pages);
}

/** `{ "has_more": false }`, `{ "is_last": true }`, or a flag of any other name that is configured. */
function flagSaysEnd({
	dataset,
	ending,
	answers: { end },
	pages,
}: Observed): FieldText | undefined {
	const { moreRecords, lastPage, pageInfo } = dataset.pagingScheme?.response ?? {};
	const path = pageInfo === undefined ? (moreRecords ?? lastPage) : `${pageInfo}.hasNextPage`;
	if (!end) return undefined;
	if (path !== undefined && ending?.stopReason === 'noNextPage')
		return says(path, readPath(path, end.response), pages);
	const flag = flagOf(end.metadata);
	return flag && !flag.hasMore ? says(flag.path, flag.value, pages) : undefined;
}

/** `{ "next": null }`, or no next page where the page before had one. */
function noNextPage({
	dataset,
	ending,
	answers,
	pages,
	isContinued,
}: Observed): FieldText | undefined {
	const { nextToken } = dataset.pagingScheme?.response ?? {};
	const { end } = answers;
	if (!end) return undefined;
	if (nextToken !== undefined && ending?.stopReason === 'noNextToken') {
		const value = isNull(nextToken, end.response) ? null : readPath(nextToken, end.response);
		if (headerName(nextToken)?.toLowerCase() === 'link' && value !== undefined)
			return `"${nextToken}" has no next page on page ${pages}`;
		const isKnown = value !== undefined || pages > 1 || isContinued;
		return isKnown ? says(nextToken, value, pages) : undefined;
	}
	const none = end.metadata.noNext.find(({ isAbout }) => isAbout);
	return none && says(none.path, none.value, pages);
}

/** `{ "total_pages": 3 }`, where the pages with records are as many. */
function lastPageIsRead(observed: Observed): FieldText | undefined {
	const { dataset, answers, pages, counts, isContinued } = observed;
	const { end, last = end } = answers;
	const [named] = last?.metadata.totalPages ?? [];
	const path = dataset.pagingScheme?.response.totalPages ?? named?.path;
	const number = path === undefined || !last ? undefined : named?.number;
	if (path === undefined || number === undefined || !startsAtBeginning(observed)) return undefined;
	const isEmpty = end?.records.length === 0;
	const read = isContinued ? pages - Number(isEmpty) : counts.filled;
	// Where pages count from 0, the number of the last one is one less than there are.
	const isLast = read === number || (LAST_NUMBER.test(lastNameOf(path)) && read === number + 1);
	return isLast ? says(path, number, read) : undefined;
}

/** Pages are numbered, all but the last one are full, and the page after them is empty. */
function emptyPageAfterFullOnes(observed: Observed): FieldText | undefined {
	const { ending, answers, counts, numbering, pages, beyond } = observed;
	const isEmpty = ending?.stopReason === 'noDataLeft' && answers.end?.records.length === 0;
	if (!numbering || !isEmpty || counts.filled === 0) return undefined;
	// A page that is not full may be one of which records were left out; so may one that is empty.
	const isWhole = counts.isEven && !counts.short;
	return isWhole || beyond === 'empty' ? `Page ${pages} has no records` : undefined;
}
