import { countOf } from '../../count';
import { type Counted, type Fact, isAboutPaging } from '../response/metadata/facts';
import { isNextPage } from '../response/metadata/metadata';
import { LAST_NUMBER } from '../response/metadata/names';
import { isUsualSize, numberingIn, queryOf, sizeIn } from '../response/metadata/urls';
import { flagIn, totalIn } from './build';
import type { FirstPage } from './firstPage';

/** What says that there are more pages. */
export interface MoreSign {
	/** A number or a flag is certain; a link or token can also lead to an empty page. */
	kind: 'certain' | 'next' | 'previous';
	/** A sentence. */
	text: string;
}

/** Why the first page is the only one. */
export interface WholeSign {
	/** A sentence. */
	evidence: string;
	/** Whether the response says so clearly; if not, usual parameters are tried first. */
	isCertain: boolean;
	/** Why it is not believed even if these change nothing: a sentence. */
	doubt?: string;
}

/** @returns what says that there are more records than those of the first page */
export function moreSigns(page: FirstPage): MoreSign[] {
	const { records, nextUrls, tokens, nextNumbers, remaining, lastLink, previous } = page;
	const total = moreRecords(page);
	const pages = [morePages(page) ?? [], remaining].flat();
	const certain = [
		...[flagIn(page)?.evidence ?? []].flat(),
		...(total ? [`${totalIn(total, records.length)}.`] : []),
		...pages.map(({ fact, number }) => `${fact.path} is ${number}.`),
		...(isPart(page) ? ['Its status is 206 (Partial Content).'] : []),
		...(lastLink?.isOther ? [`${lastLink.fact.path} is another page.`] : []),
	];
	const next = [...nextUrls, ...tokens, ...nextNumbers.map(({ fact }) => fact)];
	return [
		...certain.map((text) => ({ kind: 'certain' as const, text })),
		...next.map(({ path }) => ({ kind: 'next' as const, text: `${path} has a value.` })),
		...previous.slice(0, 1).map(({ path }) => ({
			kind: 'previous' as const,
			text: `${path} has a value, although the URL names no page.`,
		})),
	];
}

/** The total, if it is more than the records up to this page. */
function moreRecords(page: FirstPage): Counted | undefined {
	const [total] = page.totals;
	if (!total || total.number <= recordsBefore(page) + page.records.length) return undefined;
	// A count can be that of the records that the URL asks for.
	return page.isCount && total.number === sizeIn(page.url) ? undefined : total;
}

/** What numbers more pages than one, seen from the first. */
function morePages(page: FirstPage): Counted | undefined {
	if (recordsBefore(page) > 0) return undefined;
	const counts = page.totalPages.filter(({ number }) => number > 1);
	return [...counts, ...page.lastPages.filter(({ number }) => number > 0)][0];
}

/** The URL itself can request a later page. */
function recordsBefore({ url, records, totals: [total] }: FirstPage): number {
	const [numbering] = numberingIn(url);
	if (!numbering) return 0;
	const { kind, value } = numbering;
	const size = sizeIn(url) ?? records.length;
	const before =
		kind === 'page' ? Math.max(0, value - 1) * size : value - (value % Math.max(1, size));
	// Where there are records, a number beyond the total is not their place, but a year or the like.
	return total && before >= total.number && records.length > 0 ? 0 : before;
}

/** Servers that send a range also send it where it is the whole. */
function isPart({ isPartial, totals }: FirstPage): boolean {
	return isPartial && totals.length === 0;
}

/** Flags that are about paging in some APIs, and about a job or a text in others. */
const LAX_FLAGS = new Set(['done', 'finished', 'last', 'more', 'truncated']);

/**
 * Finds out whether the first page is the only one, by what the response says.
 *
 * @returns `undefined` when it does not say so, or also says the contrary
 */
export function wholeSign(page: FirstPage): WholeSign | undefined {
	const { property, flags, nextUrls, tokens, nextNumbers, noNext, noCursor } = page;
	const isAbout = (fact: Fact) => isAboutPaging(fact, property);
	const isLax = ({ name }: Fact) => LAX_FLAGS.has(name);
	const isOn = flags.some(({ fact, hasMore }) => hasMore && !isLax(fact) && isAbout(fact));
	if (isOn || moreSigns(page).some(({ kind }) => kind !== 'next')) return undefined;

	const off = flags.flatMap(({ fact, hasMore }) => (hasMore ? [] : [fact]));
	const clear = off.find((fact) => !isLax(fact) && isAbout(fact));
	// A cursor is often there on the last page, too; a URL says that there is one more.
	if (clear && nextUrls.length === 0) return says(true, clear);
	if (nextUrls.length + tokens.length + nextNumbers.length > 0) return undefined;
	const none = noNext.find((fact) => isNextPage(fact) && isAbout(fact));
	if (none) return says(true, none);
	const pages = byPages(page);
	const total = byTotal(page);
	const certain = [pages, byLinks(page), total].find((sign) => sign?.isCertain);
	if (certain) return certain;
	// Names that mean many things: the usual parameters are tried first.
	const weak = [...off, ...noNext, ...noCursor].find(isAbout);
	const sign = total ?? (weak && says(false, weak)) ?? pages ?? bySize(page);
	return byProtocol(page) ?? (sign && doubted(sign, page));
}

function says(isCertain: boolean, { path, value }: Fact): WholeSign {
	return { isCertain, evidence: `No more pages: ${path} is ${value === '' ? 'empty' : value}.` };
}

function byPages({ totalPages, lastPages, pages }: FirstPage): WholeSign | undefined {
	const [last] = [...lastPages, ...totalPages];
	if (!last || last.number > 1) return undefined;
	// The last page is 1 where there is one page, or two that count from 0.
	const isCount = !LAST_NUMBER.test(last.fact.name) || pages.some(({ number }) => number === 1);
	return says(last.number === 0 || isCount, last.fact);
}

function byLinks({ relations, lastLink }: FirstPage): WholeSign | undefined {
	if (relations.has('next') || lastLink?.isOther !== false) return undefined;
	return {
		isCertain: true,
		evidence: 'No more pages: the links of the response name no next one.',
	};
}

/** OData and FHIR say that a response without the link to the next page is the last one; some servers leave that to the client. */
function byProtocol({ url, facts, records }: FirstPage): WholeSign | undefined {
	const isProtocol = facts.some(
		({ path, value }) =>
			/^@odata[.]context$|^odata[.]metadata$/.test(path) ||
			(path === 'resourceType' && value === 'Bundle'),
	);
	const top = queryOf(url).find(({ name }) => name.toLowerCase() === '$top');
	if (!isProtocol || (top && records.length >= Number(top.value))) return undefined;
	const evidence =
		'No more pages: the response follows a standard in which the next page is linked, and has no such link.';
	return { isCertain: !isUsualSize(records.length), evidence };
}

function byTotal({
	records,
	url,
	sizes,
	totals: [total],
	isCount,
}: FirstPage): WholeSign | undefined {
	if (!total) return undefined;
	const evidence = `The page has all records: ${totalIn(total, records.length)}.`;
	const size = sizes.find(({ fact }) => fact !== total.fact)?.number ?? sizeIn(url);
	// A number that is that of the page's records on each page would look the same.
	const isFull = isUsualSize(records.length, 1) || size === records.length;
	const isShort = size !== undefined && size > records.length;
	const isCertain = !isCount && (isShort || (total.fact.name !== 'total' && !isFull));
	return { isCertain: isCertain || records.length === 0, evidence };
}

/** Fewer records than a page has. */
function bySize(page: FirstPage): WholeSign | undefined {
	const { records, url } = page;
	const count = countOf(records.length, 'record');
	const most = sizeIn(url) ?? ownSizeOf(page);
	if (most !== undefined && most > records.length) {
		return { isCertain: false, evidence: `The page size is ${most}, and the page has ${count}.` };
	}
	// A list without pages has any number of records; a page has a round one.
	if (records.length > 0 && (most !== undefined || isUsualSize(records.length, 1)))
		return undefined;
	const what = records.length === 0 ? 'there are none here' : `${count} are no usual page size`;
	return { isCertain: false, evidence: `Nothing says that there are more, and ${what}.` };
}

/** A sign that other things can mean, too, does not explain a full page. */
function doubted(sign: WholeSign, page: FirstPage): WholeSign {
	const { records, url, totals, isCount } = page;
	const size = ownSizeOf(page);
	const numbers = [size, ...queryOf(url).map(({ value }) => Number(value))];
	const isFull = isUsualSize(records.length) || numbers.includes(records.length);
	const isShort = size !== undefined && size > records.length;
	const isFirm = !isCount && totals[0] !== undefined && totals[0].fact.name !== 'total';
	if (records.length === 0 || !isFull || isShort || isFirm) return sign;
	const text = sign.evidence.replace(/^No more pages: |[.]$/g, '');
	const doubt = `${text}, but ${countOf(records.length, 'record')} can be a full page.`;
	return { ...sign, doubt };
}

/** The page size that the response names where it is about its pages, unless it repeats the URL. */
function ownSizeOf({ sizes, url, property }: FirstPage): number | undefined {
	const own = sizes.find(
		({ fact, number }) =>
			isAboutPaging(fact, property) && !fact.path.startsWith('header:') && number !== sizeIn(url),
	);
	return own?.number;
}

/** @returns the records of the first page in words */
export function firstPageOf({ records, property }: FirstPage): string {
	return `${countOf(records.length, 'record')} ${property === '' ? 'in the array that is the response' : `at ${property}`}`;
}
