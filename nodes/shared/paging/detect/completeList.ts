import { countOf } from '../../basics/countOf';
import type { Fact } from '../response/facts';
import { LAST_NUMBER, LAX_FLAGS } from '../response/knownNames';
import type { MoreSign } from '../response/moreSigns';
import { queryOf } from '../response/numbering';
import { isUsualSize } from '../response/usualSize';
import type { FirstPage } from './types';

/** Why the first page is the only one. */
export interface WholeSign {
	/** A sentence. */
	evidence: string;
	/** What in the response says so, as the beginning of a sentence: `done is true`; `undefined` if nothing does. */
	says?: string;
	/** Whether the response says so clearly; if not, usual parameters are tried first. */
	isCertain: boolean;
	/** Why it is not believed even if these change nothing: a sentence. */
	doubt?: string;
}

/**
 * Finds out whether the first page is the only one, by what the response says.
 *
 * @param isTotal whether a total can be that of the list, as far as other answers show
 * @returns `undefined` when it does not say so, or also says the contrary
 */
export function wholeSign(
	page: FirstPage,
	seen: readonly MoreSign[],
	isTotal = true,
): WholeSign | undefined {
	const { flags, nextUrls, tokens, noNext, noCursor } = page;
	const isClear = ({ isAbout, name }: Fact) => isAbout && !LAX_FLAGS.has(name);
	const isOn = flags.some((flag) => flag.hasMore && isClear(flag));
	if (isOn || seen.some(({ kind }) => kind !== 'next')) return undefined;

	const off = flags.filter(({ hasMore }) => !hasMore);
	const clear = off.find(isClear);
	// Many servers send a cursor also with the last page; a URL says that there is one more.
	if (clear && nextUrls.length === 0) return says(true, clear);
	if (nextUrls.length + tokens.length > 0) return undefined;
	const none = noNext.find(({ isAbout }) => isAbout);
	if (none) return says(true, none);
	const pages = byPages(page);
	if (pages?.isCertain) return pages;
	const total = byTotal(page);
	if (total?.isCertain) return total;
	// Names that mean many things: the usual parameters are tried first.
	const weak = [...off, ...noCursor].find(({ isAbout }) => isAbout);
	const sign = total ?? (weak && says(false, weak)) ?? pages;
	return byProtocol(page) ?? believed(page, sign, isTotal && sign === total);
}

function says(isCertain: boolean, { path, value }: Fact): WholeSign {
	const sign = `${path} is ${value === '' ? 'empty' : value}`;
	return { isCertain, says: sign, evidence: `No more pages: ${sign}.` };
}

function byPages({ totalPages: [last], pages }: FirstPage): WholeSign | undefined {
	if (!last || last.number > 1) return undefined;
	// `{ "lastPage": 1 }` may mean two pages that count from 0, unless the number of this page shows it.
	const isCount = !LAST_NUMBER.test(last.name) || pages.some(({ number }) => number === 1);
	return says(last.number === 0 || isCount, last);
}

/**
 * OData (`{ "@odata.context": "…", "value": [ … ] }`) and FHIR (`{ "resourceType": "Bundle" }`) say that
 * a response without the link to the next page is the last one; some servers leave paging to the client.
 */
function byProtocol({ url, facts, records }: FirstPage): WholeSign | undefined {
	const isProtocol = facts.some(
		({ path, value }) =>
			/^@odata[.]context$|^odata[.]metadata$/.test(path) ||
			(path === 'resourceType' && value === 'Bundle'),
	);
	const top = queryOf(url).find(({ name }) => name.toLowerCase() === '$top');
	if (!isProtocol || (top && records.length >= Number(top.value))) return undefined;
	const evidence = `No more pages: ${NO_LINK}.`;
	return { isCertain: !isUsualSize(records.length), says: NO_LINK, evidence };
}

const NO_LINK =
	'the response follows a standard in which the next page is linked, and has no such link';

function byTotal(page: FirstPage): WholeSign | undefined {
	const { records, sizes, isCount, sizeInUrl } = page;
	const [total] = page.totals;
	if (!total) return undefined;
	const count = countOf(records.length, 'record');
	const sign = `${total.path} is ${total.number}`;
	const evidence = `The page has all records: ${sign}, and the page has ${count}.`;
	const size = sizes.find(({ path }) => path !== total.path)?.number ?? sizeInUrl ?? 0;
	// A number that is that of the page's records on each page would look the same.
	const isFull = isUsualSize(records.length) || size === records.length;
	const isCertain = !isCount && (size > records.length || (total.name !== 'total' && !isFull));
	return { isCertain: isCertain || records.length === 0, says: sign, evidence };
}

/** @returns the sign, with a doubt where the page is full: names that have other meanings do not explain that, nor does nothing at all */
function believed(
	page: FirstPage,
	sign: WholeSign | undefined,
	isTotal: boolean,
): WholeSign | undefined {
	const { url, totals, isCount, sizeInUrl } = page;
	const records = page.records.length;
	const count = countOf(records, 'record');
	// The page size in the response, unless it repeats the URL: the server may return less.
	const own = page.sizes.find(
		(fact) => fact.isAbout && !fact.path.startsWith('header:') && fact.number !== sizeInUrl,
	);
	const size = own?.number ?? (sign ? undefined : sizeInUrl);
	const isShort = size !== undefined && size > records;
	const sizes = [size, ...queryOf(url).map(({ value }) => Number(value))];
	// A list without pages can have 7 or 43 records; the size of a page is a round number.
	const isPage = isUsualSize(records) || sizes.includes(records) || (!sign && size !== undefined);
	const isFull = records > 0 && !isShort && isPage;
	if (!sign) {
		const what = records === 0 ? 'the page is empty' : `the page is not full (${count})`;
		const evidence = `Nothing in the response reports more records, and ${what}.`;
		return isFull ? undefined : { isCertain: false, evidence };
	}
	// The server has said how many records there are.
	if (!isFull || (isTotal && !isCount)) return sign;
	const doubt =
		totals[0]?.number === records
			? 'which can be the number of records on the page.'
			: `but ${count} can be a full page.`;
	return { ...sign, doubt: `${sign.says}, ${doubt}` };
}
