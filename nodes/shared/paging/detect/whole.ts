import { countOf } from '../../count';
import { isRecord } from '../../json';
import { flagIn, totalIn } from './build';
import { LAST_NUMBER } from '../response/metadata/names';
import { type Counted, type Fact, isAboutPaging } from '../response/metadata/facts';
import { isUsualSize, numberingIn, queryOf, sizeIn } from '../response/metadata/urls';
import { isNextPage, type Metadata } from '../response/metadata/metadata';
import type { FirstPage, MoreSign, WholeSign } from './types';

/** @returns what says that there are more records than those of the first page */
export function moreSigns(page: FirstPage, signs: Metadata): MoreSign[] {
	const { records } = page;
	const flag = flagIn(signs);
	const pages = morePages(page, signs);
	const total = moreRecords(page, signs);
	const { lastLink: last } = signs;
	const [previous] = signs.previous;
	const sign = (kind: MoreSign['kind'], text: string): MoreSign => ({ kind, text });
	return [
		...(flag ? [sign('flag', flag.evidence)] : []),
		...(total ? [sign('total', `${totalIn(total, records.length)}.`)] : []),
		...(pages ? [sign('totalPages', `${pages.fact.path} is ${pages.number}.`)] : []),
		...signs.remaining.map(({ fact, number }) => sign('next', `${fact.path} is ${number}.`)),
		...[...signs.nextUrls, ...signs.tokens, ...signs.nextNumbers.map(({ fact }) => fact)].map(
			({ path }) => sign('next', `${path} has a value.`),
		),
		...(isPart(page, signs) ? [sign('next', 'Its status is 206 (Partial Content).')] : []),
		...(last?.isOther ? [sign('totalPages', `${last.fact.path} is another page.`)] : []),
		...(previous
			? [sign('previous', `${previous.path} has a value, although the URL names no page.`)]
			: []),
	];
}

/** The total, if it is more than the records up to this page. */
function moreRecords(page: FirstPage, signs: Metadata): Counted | undefined {
	const [total] = signs.totals;
	if (!total || total.number <= recordsBefore(page, total.number) + page.records.length)
		return undefined;
	// A count can be that of the records that the URL asks for.
	return signs.isCount && total.number === sizeIn(page.url) ? undefined : total;
}

/** What numbers more pages than one, seen from the first. */
function morePages(page: FirstPage, signs: Metadata): Counted | undefined {
	if (recordsBefore(page, signs.totals[0]?.number) > 0) return undefined;
	const counts = signs.totalPages.filter(({ number }) => number > 1);
	return [...counts, ...signs.lastPages.filter(({ number }) => number > 0)][0];
}

/**
 * Finds out whether the first page is the only one, by what the response says.
 *
 * @returns `undefined` when it does not say so, or also says the contrary
 */
export function wholeSign(page: FirstPage, signs: Metadata): WholeSign | undefined {
	if (contradicts(page, signs)) return undefined;
	const { property } = page;
	const off = signs.flags.filter(({ hasMore }) => !hasMore).map(({ fact }) => fact);
	const saysOff = (isCertain: boolean, { path, value }: Fact) =>
		says(isCertain, `No more pages: ${path} is ${value === '' ? 'empty' : String(value)}.`);

	const clear = off.find((fact) => !LAX_FLAGS.has(fact.name) && isAboutPaging(fact, property));
	// A cursor is often there on the last page, too; a URL says that there is one more.
	if (clear && signs.nextUrls.length === 0) return saysOff(true, clear);
	if (signs.nextUrls.length + signs.tokens.length + signs.nextNumbers.length > 0) return undefined;
	const none = signs.noNext.find((fact) => isNextPage(fact) && isAboutPaging(fact, property));
	if (none) return saysOff(true, none);
	const certain = byPages(signs) ?? byLinks(page, signs) ?? byProtocol(page);
	if (certain) return certain;
	const total = byTotal(page, signs);
	if (total?.isCertain) return total;
	// Names that mean many things: the usual parameters are tried first.
	const weak = [...off, ...signs.noNext, ...signs.noCursor].find((fact) =>
		isAboutPaging(fact, property),
	);
	const [last] = signs.totalPages;
	const sign =
		total ??
		(weak && saysOff(false, weak)) ??
		(last && says(false, `${last.fact.path} is ${last.number}.`)) ??
		byRelations(page) ??
		bySize(page, signs);
	return sign && doubted(sign, page, signs);
}

/** Whether the response says in any way that there are more records. */
function contradicts(page: FirstPage, signs: Metadata): boolean {
	const isOn = signs.flags.some(
		({ fact, hasMore }) =>
			hasMore && !LAX_FLAGS.has(fact.name) && isAboutPaging(fact, page.property),
	);
	return (
		isOn ||
		flagIn(signs) !== undefined ||
		moreRecords(page, signs) !== undefined ||
		morePages(page, signs) !== undefined ||
		signs.previous.length > 0 ||
		signs.remaining.length > 0 ||
		signs.lastLink?.isOther === true ||
		isPart(page, signs)
	);
}

/** Servers that send a range also send it where it is the whole. */
function isPart({ isPartial }: FirstPage, signs: Metadata): boolean {
	return isPartial && signs.totals.length === 0;
}

function says(isCertain: boolean, ...evidence: string[]): WholeSign {
	return { evidence, isCertain };
}

function byPages({ totalPages, lastPages, pages }: Metadata): WholeSign | undefined {
	const [last] = [...lastPages, ...totalPages];
	if (!last || last.number > 1) return undefined;
	// The last page is 1 where there is one page, or two that count from 0.
	const isCount = !LAST_NUMBER.test(last.fact.name) || pages.some(({ number }) => number === 1);
	if (last.number === 1 && !isCount) return undefined;
	return says(true, `No more pages: ${last.fact.path} is ${last.number}.`);
}

function byLinks({ relations }: FirstPage, { lastLink }: Metadata): WholeSign | undefined {
	if (relations.has('next') || lastLink?.isOther !== false) return undefined;
	return says(true, 'No more pages: the links of the response name no next one.');
}

/** OData and FHIR link to the next page; some servers leave that to the client. */
function byProtocol(page: FirstPage): WholeSign | undefined {
	if (!endsByProtocol(page)) return undefined;
	return says(
		!isUsualSize(page.records.length),
		'No more pages: the response follows a standard in which the next page is linked, and has no such link.',
	);
}

function byTotal({ records, url }: FirstPage, signs: Metadata): WholeSign | undefined {
	const [total] = signs.totals;
	if (!total) return undefined;
	const evidence = `The page has all records: ${totalIn(total, records.length)}.`;
	if (records.length === 0) return says(true, evidence);
	const size = signs.sizes.find(({ fact }) => fact !== total.fact)?.number ?? sizeIn(url);
	if (size !== undefined && size > records.length && !signs.isCount) return says(true, evidence);
	// A number that is that of the page's records on each page would look the same.
	const isUsual = isUsualSize(records.length, 1) || size === records.length;
	return says(!signs.isCount && total.fact.name !== 'total' && !isUsual, evidence);
}

function byRelations({ relations }: FirstPage): WholeSign | undefined {
	const isLinked = ['prev', 'previous', 'first', 'last'].some((name) => relations.has(name));
	if (!isLinked || relations.has('next')) return undefined;
	return says(false, 'The links of the response name no next page.');
}

/** Fewer records than a page has. */
function bySize({ records, url, property }: FirstPage, signs: Metadata): WholeSign | undefined {
	const asked = sizeIn(url);
	const most = asked ?? signs.sizes.find((one) => isOwnSize(one, property))?.number;
	// So few can be the most that the server returns. Larger pages are doubted by their size.
	const isCap = asked !== undefined && records.length < 5 && isUsualSize(records.length, 1);
	if (isCap) return undefined;
	if (most !== undefined && most > records.length) {
		return says(
			false,
			`The page size is ${most}, and the page has ${countOf(records.length, 'record')}.`,
		);
	}
	if (property === 'd.results' && most === undefined) {
		return says(false, 'No more pages: the response is OData, and has no d.__next.');
	}
	if (records.length === 0) {
		return says(false, 'The response has no records, and nothing says that there are more.');
	}
	// A list without pages has any number of records; a page has a round one.
	if (isUsualSize(records.length, 1) || (asked ?? Infinity) <= records.length) return undefined;
	return says(
		false,
		`Nothing says that there are more, and ${countOf(records.length, 'record')} are no usual page size.`,
	);
}

/** A sign that other things can mean, too, does not explain a full page. */
function doubted(sign: WholeSign, page: FirstPage, signs: Metadata): WholeSign {
	const { records, url, property } = page;
	// The size that the response names is the page size, unless it repeats the URL.
	const asked = sizeIn(url);
	const own = signs.sizes.filter((one) => isOwnSize(one, property) && one.number !== asked);
	const isShort = own.length > 0 && own.every(({ number }) => number > records.length);
	const isAsked = [
		...queryOf(url).map(({ value }) => Number(value)),
		...own.map(({ number }) => number),
	].includes(records.length);
	const isFirm =
		!signs.isCount && signs.totals[0] !== undefined && signs.totals[0].fact.name !== 'total';
	if (sign.isCertain || isShort || isFirm) return sign;
	if (records.length === 0 || !(isAsked || isUsualSize(records.length))) return sign;
	const text = (sign.evidence.at(-1) ?? '').replace(/^No more pages: |[.]$/g, '');
	const doubt = `${text}, but ${countOf(records.length, 'record')} can be a full page.`;
	return { ...sign, doubt };
}

/** Whether a number is the page size, where the response says it about its pages. */
function isOwnSize({ fact }: Counted, property: string): boolean {
	return isAboutPaging(fact, property) && !fact.path.startsWith('header:');
}

/** Flags that are about paging in some APIs, and about a job or a text in others. */
const LAX_FLAGS = new Set(['done', 'finished', 'last', 'more', 'truncated']);

/** OData and FHIR say that a response without the link to the next page is the last one. */
function endsByProtocol({ url, facts, body, records }: FirstPage): boolean {
	if (isRecord(body) && body.resourceType === 'Bundle') return true;
	const isOData = facts.some(({ path }) => /^@odata[.]context$|^odata[.]metadata$/.test(path));
	const top = queryOf(url).find(({ plain, name }) => name.startsWith('$') && plain === 'top');
	return isOData && (top === undefined || records.length < Number(top.value));
}

/** The URL itself can request a later page. */
function recordsBefore({ url, records }: FirstPage, total: number | undefined): number {
	const [numbering] = numberingIn(url);
	if (!numbering) return 0;
	const size = sizeIn(url) ?? records.length;
	const before =
		numbering.kind === 'page'
			? Math.max(0, numbering.value - 1) * size
			: numbering.value - (numbering.value % Math.max(1, size));
	// Where there are records, a number beyond the total is not their place, but a year or the like.
	return total !== undefined && before >= total && records.length > 0 ? 0 : before;
}

/** @returns the records of the first page in words */
export function firstPageOf({ records, property }: FirstPage): string {
	return `${countOf(records.length, 'record')} ${property === '' ? 'in the array that is the response' : `at ${property}`}`;
}
