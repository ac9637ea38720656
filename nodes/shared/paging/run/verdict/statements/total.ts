import { type Counted, wholeNumbers } from '../../../response/facts';
import { COUNT_NAMES, OTHER_NUMBERS, TOTAL_NAMES } from '../../../response/knownNames';
import { lastNameOf } from '../../../response/memberNames';
import { type Metadata, ofTheList } from '../../../response/metadata';
import { totalOf } from '../../../response/moreSigns';
import { distinctRecords, type Observed, pathsToEnd } from '../observed';
import { said, type ServerStatement } from './statement';

/** A number of all records, and where it was said. */
interface Total {
	path: string;
	number: number;
	/** The number without the records before the first page, where these are left out on purpose. */
	expected: number;
}

/** `{ "total": 230 }`, at the configured path, or at another one that is certain. */
export const total: ServerStatement = {
	proves: (observed) => {
		const found = totalIn(observed);
		// Records that were left out at the beginning were not read.
		if (!found || distinctRecords(observed) !== found.number) return undefined;
		// `{ "count": 20 }` or `{ "per_page": 20 }` beside 20 records may be about those.
		const isOfPage =
			OTHER_NUMBERS.has(lastNameOf(found.path)) && found.expected <= observed.counts.largest;
		return isOfPage ? undefined : said(found.path, found.number, observed.pages);
	},
	doubts: (observed) => observed.counts.alike > 0 || hasLargerNumber(observed),
};

/** What counts something else than the records of the list: `{ "rate_limit": { "total": 5000 } }`. */
const OTHER_COUNTS = /shard|rate|quota|usage|facet|aggregations|aggs|bucket|group|stat|summar/;

/** @returns whether all answers have the same number that may be that of all records, and is more than were read */
function hasLargerNumber(observed: Observed): boolean {
	const { first, last } = observed.answers;
	const known = pathsToEnd(observed);
	const { limitValue } = observed.dataset.pagingScheme?.request ?? {};
	const counted = ({ facts, sizeInUrl, isCount }: Metadata) =>
		ofTheList(wholeNumbers(facts)).filter(
			({ name, number, path, keys }) =>
				(TOTAL_NAMES.has(name) || (isCount && COUNT_NAMES.has(name))) &&
				number > observed.items &&
				number !== sizeInUrl &&
				number !== limitValue &&
				!known.includes(path) &&
				!keys.some((key) => OTHER_COUNTS.test(key.toLowerCase())),
		);
	if (!first || !last) return false;
	const before = new Set(counted(first.metadata).map(({ path, number }) => `${path} ${number}`));
	return counted(last.metadata).some(({ path, number }) => before.has(`${path} ${number}`));
}

/** @returns whether the records read are as many as the API has said, and more than one page has */
export function isTotalOfList(observed: Observed): boolean {
	const { number, expected } = totalIn(observed) ?? {};
	const { largest, alike } = observed.counts;
	const isMore = number !== undefined && number > largest && alike === 0;
	return isMore && distinctRecords(observed) === expected;
}

/** @returns the total that the API has reported with its last page */
export function totalIn(observed: Observed): Total | undefined {
	const { dataset, totals, numbering } = observed;
	const { totalCount } = dataset.pagingScheme?.response ?? {};
	if (totals && totalCount !== undefined)
		return {
			path: totalCount,
			number: totals.last,
			expected: totals.last - (numbering?.leftOut ?? 0),
		};
	const other = otherTotalOf(observed);
	return other && { path: other.path, number: other.number, expected: other.number };
}

/**
 * @returns a total that no path is configured for, if the first and the last page with records have the
 *   same; of a run without records, that of the answer it has read last. What may be the number of records
 *   on the page, `{ "count": 20 }`, is a total where it is more than any page had.
 */
export function otherTotalOf(observed: Observed): Counted | undefined {
	const { first, last, end } = observed.answers;
	const [one, other] = [first ?? end, last ?? end].map(
		(answer) => answer && totalOf(answer.metadata, pathsToEnd(observed)),
	);
	if (!one || one.number !== other?.number || one.path !== other.path) return undefined;
	return COUNT_NAMES.has(one.name) && one.number <= observed.counts.largest ? undefined : one;
}
