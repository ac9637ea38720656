import { countOf } from '../../count';
import { isRecord } from '../../json';
import { plain } from '../response/names';
import { NEXT } from '../response/signs';
import { flagIn, totalIn } from './build';
import { ABOUT_PAGING } from './names';
import { numberingIn, queryOf, sizeIn } from './query';
import type { Signs } from './signs';
import type { Fact, FirstPage, MoreSign, WholeSign } from './types';

/** @returns what says that there are more records than those of the first page */
export function moreSigns(page: FirstPage, signs: Signs): MoreSign[] {
	const { records } = page;
	const before = recordsBefore(page);
	const flag = flagIn(signs);
	const [pages] = signs.totalPages.filter(({ number }) => number > 1 && isFirst(page));
	const [total] = signs.totals;
	const sign = (kind: MoreSign['kind'], text: string): MoreSign => ({ kind, text });
	return [
		...(flag ? [sign('flag', flag.evidence)] : []),
		...(total && total.number > before + records.length
			? [sign('total', `${totalIn(total, records.length)}.`)]
			: []),
		...(pages ? [sign('totalPages', `${pages.fact.path} is ${pages.number}.`)] : []),
		...[...signs.nextUrls, ...signs.tokens, ...signs.nextNumbers.map(({ fact }) => fact)].map(
			({ path }) => sign('next', `${path} has a value.`),
		),
	];
}

/**
 * Finds out whether the first page is the only one, by what the response says.
 *
 * @returns `undefined` when it does not say so
 */
export function wholeSign(page: FirstPage, signs: Signs): WholeSign | undefined {
	const { records, relations, url, body, property } = page;
	const before = recordsBefore(page);
	const [total] = signs.totals;
	const isMoreByTotal =
		!signs.isCount && total !== undefined && total.number > before + records.length;
	const off = signs.flags.filter(({ hasMore }) => !hasMore).map(({ fact }) => fact);
	const contradicts = isMoreByTotal || flagIn(signs) !== undefined;
	const says = (isCertain: boolean, evidence: string) => ({ evidence: [evidence], isCertain });
	const saysOff = (isCertain: boolean, { path, value }: Fact) =>
		says(isCertain, `No more pages: ${path} is ${value === '' ? 'empty' : String(value)}.`);

	const clear = off.find((fact) => !LAX_FLAGS.has(fact.name) && isAboutPaging(fact, property));
	if (clear && !isMoreByTotal) return saysOff(true, clear);
	if (signs.nextUrls.length + signs.tokens.length + signs.nextNumbers.length > 0 || contradicts) {
		return undefined;
	}
	const none = signs.noNext.find((fact) => isNextPage(fact) && isAboutPaging(fact, property));
	if (none) return saysOff(true, none);
	const [pages] = signs.totalPages;
	if (pages && pages.number <= 1)
		return says(true, `No more pages: ${pages.fact.path} is ${pages.number}.`);
	if (
		['prev', 'previous', 'first', 'last'].some((name) => relations.has(name)) &&
		!relations.has('next')
	) {
		return says(true, 'No more pages: the links of the response name no next one.');
	}
	if (endsByProtocol(page)) {
		return says(
			true,
			'No more pages: the response follows a standard in which the next page is linked, and has no such link.',
		);
	}
	if (total && total.number === before + records.length) {
		const evidence = `The page has all records: ${totalIn(total, records.length)}.`;
		if (records.length === 0) return says(true, evidence);
		const size = signs.sizes.find(({ fact }) => fact !== total.fact)?.number ?? sizeIn(url);
		if (size !== undefined && size > records.length && !signs.isCount) return says(true, evidence);
		const isUsual = isUsualSize(records.length) || size === records.length;
		// A number that is that of the page's records on each page would look the same.
		if (!signs.isCount) return says(total.fact.name !== 'total' && !isUsual, evidence);
		if (!isUsual) return says(false, evidence);
	}
	// Names that mean many things: the usual parameters are tried first.
	const [weak] = [...off, ...signs.noNext, ...signs.noCursor];
	if (weak) return saysOff(false, weak);
	if (['self', 'base'].some((name) => relations.has(name)) && !relations.has('next')) {
		return says(false, 'The links of the response name no next page.');
	}
	const asked = sizeIn(url);
	if (asked !== undefined && asked > records.length && !isUsualSize(records.length)) {
		return says(
			false,
			`The URL asks for ${asked} records per page, and the page has ${countOf(records.length, 'record')}.`,
		);
	}
	if (isRecord(body) && isRecord(body.d) && property === 'd.results' && asked === undefined) {
		return says(false, 'No more pages: the response is OData, and has no d.__next.');
	}
	if (records.length === 0)
		return says(false, 'The response has no records, and nothing says that there are more.');
	return undefined;
}

/** Flags that are about paging in some APIs, and about a job or a text in others. */
const LAX_FLAGS = new Set(['done', 'finished', 'last', 'more', 'truncated']);

/** Whether a value is where APIs put what they say about paging. */
function isAboutPaging({ keys, path }: Fact, property: string): boolean {
	if (path.startsWith('header:') || keys.length < 2) return true;
	const parent = path.slice(0, path.length - (keys.at(-1)?.length ?? 0) - 1);
	if (property.startsWith(`${parent}.`)) return true;
	return ABOUT_PAGING.test(plain(keys.at(-2) ?? ''));
}

/** Whether a name can only be that of the next page: not `next_review`. */
function isNextPage({ name, parent }: Fact): boolean {
	return NEXT.test(name) || NEXT.test(parent);
}

/** OData and FHIR say that a response without the link to the next page is the last one. */
function endsByProtocol({ url, facts, body, records }: FirstPage): boolean {
	if (isRecord(body) && body.resourceType === 'Bundle') return true;
	const isOData = facts.some(({ path }) => /^@odata[.]context$|^odata[.]metadata$/.test(path));
	const top = queryOf(url).find(({ plain, name }) => name.startsWith('$') && plain === 'top');
	return isOData && (top === undefined || records.length < Number(top.value));
}

/** Whether a number of records is likely to be a page size. */
export function isUsualSize(records: number): boolean {
	return (
		records % 5 === 0 || records % 8 === 0 || records % 12 === 0 || (records & (records - 1)) === 0
	);
}

/** The URL itself can request a later page. */
function recordsBefore({ url, records }: FirstPage): number {
	const [numbering] = numberingIn(url);
	if (!numbering) return 0;
	const size = sizeIn(url) ?? records.length;
	return numbering.kind === 'page'
		? Math.max(0, numbering.value - 1) * size
		: numbering.value - (numbering.value % Math.max(1, size));
}

function isFirst(page: FirstPage): boolean {
	return recordsBefore(page) === 0;
}

/** @returns the records of the first page in words */
export function firstPageOf({ records, property }: FirstPage): string {
	return `${countOf(records.length, 'record')} ${property === '' ? 'in the array that is the response' : `at ${property}`}`;
}
