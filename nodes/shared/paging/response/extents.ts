// Names as APIs write them, without separators. cspell:disable
import { isText } from '../../basics/guards';
import { memberFold } from '../../basics/nameFolds';
import { type Fact, objectOf } from './facts';
import { ADDRESS_NAMES, PAGE_NAMES, TOTAL_NAMES, TOTAL_PAGES_NAMES } from './knownNames';
import { readLinkHeader } from './linkHeader';
import { numberingIn } from './numbering';

/** How far a list goes, said in a form that no path of a dataset leads to. */
export interface Extent {
	/** Where it was said: `links.last`, or the name of a header. */
	path: string;
	/** What was said, as it is shown. */
	value: string;
	/** Whether the number counts records or pages, or is that of the last page, or the offset of it. */
	kind: 'records' | 'pages' | 'lastPage' | 'lastOffset';
	number: number;
}

/** `2 of 5`, `Page 2/5`, `21-40 of 100`. */
const OF =
	/^\D{0,12}(\d{1,9})(?:\s{0,3}(?:-|–|to)\s{0,3}(\d{1,9}))?\s{0,3}(?:of|\/)\s{0,3}(\d{1,9})\D{0,12}$/i;

/** Members with such a text. */
const RANGE_NAME = /range|showing|displaying/;

/** Headers with an object about all pages: `X-Pagination: {"TotalCount":100,"TotalPages":5}`. */
const PAGING_HEADER = /pagination|paging/;

const NUMBER_IN_JSON = /"([\w-]{1,40})"\s{0,3}:\s{0,3}"?(\d{1,15})\b/g;

/**
 * Finds what an answer says about the end of its list besides totals and flags: in words, by a link to its
 * last page, or in an object that is the value of a header.
 *
 * @param url of the first request, absolute
 */
export function extentsIn(facts: readonly Fact[], url: string): Extent[] {
	return facts.flatMap((fact) => [
		...inWordsOf(fact),
		...besides(fact, facts),
		...inHeader(fact),
		...byLastPage(fact, url),
	]);
}

function inWordsOf({ path, name, value }: Fact): Extent[] {
	const isPage = PAGE_NAMES.has(name) || TOTAL_PAGES_NAMES.has(name);
	if (!isText(value) || !(isPage || RANGE_NAME.test(name)) || path.startsWith('header:')) return [];
	const [, , to, number] = OF.exec(value) ?? [];
	if (number === undefined) return [];
	const kind = isPage && to === undefined ? 'pages' : 'records';
	return [{ path, value, kind, number: Number(number) }];
}

/** `{ "from": 21, "to": 40, "of": 100 }` */
function besides(fact: Fact, facts: readonly Fact[]): Extent[] {
	const { path, name, number } = fact;
	if (name !== 'of' || number === undefined) return [];
	const holder = objectOf(fact);
	const isRange = facts.some(
		(one) => /^(?:to|end|last)$/.test(one.name) && objectOf(one) === holder,
	);
	return isRange ? [{ path, value: String(number), kind: 'records', number }] : [];
}

function inHeader({ path, name, value }: Fact): Extent[] {
	if (!path.startsWith('header:') || !PAGING_HEADER.test(name) || !isText(value)) return [];
	return Array.from(value.matchAll(NUMBER_IN_JSON)).flatMap(([, key = '', number]): Extent[] => {
		const plain = memberFold(key);
		const said = { path, value: `${key} ${number}`, number: Number(number) };
		if (TOTAL_NAMES.has(plain)) return [{ ...said, kind: 'records' }];
		return TOTAL_PAGES_NAMES.has(plain) ? [{ ...said, kind: 'pages' }] : [];
	});
}

/** `{ "links": { "last": "https://…?page=5" } }`, or a Link header. */
function byLastPage({ path, name, parent, value }: Fact, url: string): Extent[] {
	if (!isText(value)) return [];
	const isLast = name === 'last' || (parent === 'last' && ADDRESS_NAMES.has(name));
	const target = path === 'header:Link' ? readLinkHeader(value).last : isLast ? value : undefined;
	if (target === undefined || !/[?]/.test(target) || !URL.canParse(target, url)) return [];
	const [position] = numberingIn(new URL(target, url).href);
	if (!position) return [];
	const kind = position.kind === 'page' ? 'lastPage' : 'lastOffset';
	return [{ path, value: target, kind, number: position.value }];
}
