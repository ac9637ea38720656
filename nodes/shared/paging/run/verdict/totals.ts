import { countOf } from '../../../basics/countOf';
import { type FieldText, fieldText } from '../../fieldText';
import { OTHER_NUMBERS } from '../../response/knownNames';
import { lastNameOf } from '../../response/memberNames';
import { reasonOfStop } from './earlyStop';
import {
	distinctRecords,
	incomplete,
	isIncomplete,
	type Observed,
	startsAtBeginning,
	type Finding,
} from './observed';
import { LIMIT_VALUE } from './pageSizes';
import { otherTotalOf } from './statements/total';

/** @returns whether the records of several pages are as many as the server has reported all along */
export function hasReadTotal(observed: Observed): boolean {
	const { totals, pages } = observed;
	const isConstant = totals !== undefined && totals.first === totals.last;
	return isConstant && distinctRecords(observed) === totals.last && pages > 1;
}

/** Compares the records with the total at the configured path: `{ "meta": { "total": 230 } }`. */
export function configuredTotal(observed: Observed): Finding[] {
	const { totals, numbering } = observed;
	if (!totals) return [];
	const leftOut = numbering?.leftOut ?? 0;
	// Where the first pages are left out on purpose, the total may include them or not.
	const isCompared = leftOut === 0 || distinctRecords(observed) < totals.last - leftOut;
	return isCompared ? comparison(observed, totals.last - leftOut) : [];
}

/** A total that was another one at the end of the run than at its beginning. */
export function changedTotal({ totals }: Observed, before: readonly Finding[]): Finding[] {
	if (!totals || totals.first === totals.last) return [];
	const change = `from ${totals.first} to ${totals.last} during the run`;
	// A list that grew during the run: the records that were added to its end were read as well.
	return totals.last > totals.first && !isIncomplete(before)
		? [{ kind: 'notice', text: `The total that the API reported rose ${change}.` }]
		: incomplete(
				`The total that the API reported changed ${change}, so records may be missing or duplicated.`,
			);
}

/** Compares the records with a total that no path is configured for. */
export function otherTotal(observed: Observed): Finding[] {
	const { dataset, totals, items, counts, answers } = observed;
	const { response, request } = dataset.pagingScheme ?? {};
	const { limitValue = Infinity } = request ?? {};
	const other = otherTotalOf(observed);
	// A total that is configured is believed if it is more than a page has, unless its name is that of something else.
	const isBelieved =
		totals !== undefined &&
		totals.last > counts.largest &&
		!OTHER_NUMBERS.has(lastNameOf(response?.totalCount ?? ''));
	if (!other || !startsAtBeginning(observed) || isBelieved) return [];
	// Where no records were found at all, that says more than a total.
	if (reasonOfStop(observed) !== undefined && !answers.first) return [];
	const { number, path } = other;
	const { largest, filled } = counts;
	// `count` is often that of the page, or the page size.
	const isOfPage =
		answers.first?.metadata.isCount && !(number > limitValue && largest === limitValue);
	const isElse = number <= largest || number === filled || number === limitValue;
	return isOfPage || (items >= number && isElse)
		? []
		: comparison(observed, number, ` in "${path}"`);
}

/** @param place where the total is, for a total that is not configured */
function comparison(observed: Observed, expected: number, place = ''): Finding[] {
	const distinct = distinctRecords(observed);
	// Records that came twice do not make up for others that never came.
	const items = distinct < expected ? distinct : observed.items;
	if (items === expected) return [];
	const [relation, rest] =
		items < expected
			? ['fewer', whyFewer(observed, place === '')]
			: ['more', ': some may have been read twice, or the total is not that of the records.'];
	return incomplete(
		fieldText`${countOf(items, 'record')} ${items === 1 ? 'was' : 'were'} read, ${relation} than the ${expected} that the API reported${place}${rest}`,
	);
}

/** @returns what may have caused it, as the end of a sentence */
function whyFewer({ dataset, counts }: Observed, isConfigured: boolean): FieldText {
	const { largest, twice } = counts;
	const { limitValue = Infinity } = dataset.pagingScheme?.request ?? {};
	if (twice > 0) return `: ${countOf(twice, 'record')} came twice.`;
	const isCapped = isConfigured && largest > 0 && largest < limitValue && limitValue < Infinity;
	if (!isCapped) return '.';
	return fieldText`. No page contained more than ${countOf(largest, 'record')}: set ${LIMIT_VALUE} to ${largest}.`;
}
