// Names as APIs write them, without separators. cspell:disable
import { plain as plainOf } from '../response/metadata/names';
import { queryOf } from '../response/metadata/urls';
import type { Fact } from '../response/metadata/facts';

/** More names than this are not tried for one number. */
const MOST_NAMES = 7;

/** A token that was found leads to the next page for certain, so more names are tried for it. */
const MOST_TOKEN_NAMES = 15;

/** A number from here on is a time, in seconds or milliseconds, not a page or an offset. */
const FIRST_TIME = 1_000_000_000;

/** Request parameters that go with the name of a token in a response, by that name. */
const TOKEN_PARAMETERS: Record<string, string[]> = {
	next: [
		...['cursor', 'next', 'offset', 'from', 'after', 'page', 'page_token', 'pageToken', 'start'],
		...['token', 'next_token', 'starting_after', 'continuation'],
	],
	nextpage: ['page', 'next_page', 'page_token', 'pageToken', 'cursor', 'next'],
	nextpagetoken: ['pageToken', 'page_token', 'nextPageToken', 'next_page_token'],
	pagetoken: ['pageToken', 'page_token'],
	nexttoken: ['nextToken', 'next_token', 'pagination_token', 'token', 'pageToken', 'page_token'],
	nextcursor: ['cursor', 'start_cursor', 'next_cursor', 'nextCursor', 'page_cursor', 'after'],
	nextpagecursor: ['cursor', 'pageCursor', 'page_cursor'],
	cursor: [
		'cursor',
		'page[cursor]',
		'page_cursor',
		'pageCursor',
		'start_cursor',
		'after',
		'next_cursor',
	],
	endcursor: ['after', 'pageCursor', 'cursor', 'page[after]', 'endCursor', 'afterCursor'],
	aftercursor: ['page[after]', 'after', 'after_cursor', 'cursor', 'starting_after'],
	after: ['after', 'page[after]', 'page[cursor]', 'cursor', 'starting_after', 'offset'],
	nextoffset: ['offset', 'next_offset', 'start'],
	nextmarker: ['marker', 'next_marker'],
	nextstart: ['start', 'offset'],
	nextpagestart: ['start', 'pageStart'],
	nextbatch: ['from', 'since', 'next_batch', 'batch'],
	nextid: ['cursor', 'after', 'start_id', 'from_id', 'next_id', 'since_id'],
	nextkey: ['pagination.key', 'key', 'next_key', 'start_key', 'pageFromKey', 'from_key', 'after'],
	nextmaxid: ['max_id'],
	lastseq: ['since'],
	token: ['token', 'pageToken', 'page_token', 'pagination_token', 'cursor'],
	lastid: ['after', 'after_id', 'starting_after', 'last_id', 'since_id', 'cursor'],
	nextcursormark: ['cursorMark'],
	startingafter: ['starting_after', 'startingAfter', 'after'],
	continue: ['continue'],
	nextskiptoken: ['$skiptoken', '$skipToken', 'skipToken'],
	skiptoken: ['$skipToken', '$skiptoken', 'skipToken'],
	scrollid: ['scroll_id', 'scrollId', 'scroll'],
	mscontinuationtoken: ['continuationToken', 'continuation_token', 'x-ms-continuationtoken'],
};

/** @returns the parameters that may send a token, the likeliest first */
export function tokenParameters({ keys, name, path, value }: Fact, url: string): string[] {
	const key = keys.at(-1) ?? '';
	const isHeader = path.startsWith('header:');
	const plain = name.replace(/^odata/, '');
	// What is left without "next", as it is written: pageToken of nextPageToken.
	const rest = key.replace(/^@\w+[.]/, '').replace(/^_*next[_-]?/i, '');
	const ownCase = /^[A-Z]/.test(rest) && /^[a-z]/.test(key) ? lowerFirst(rest) : rest;
	const known = TOKEN_PARAMETERS[plain] ?? [];
	const parent = keys.at(-2);
	const own = isHeader ? [camel(ownCase), snake(ownCase)] : [ownCase, key, lowerFirst(key)];
	const inUrl = queryOf(url)
		.filter((parameter) => [plain, plainOf(rest)].includes(parameter.plain))
		.map((parameter) => parameter.name);
	// An API that writes its names with a capital letter does so in requests, too.
	const first = /^[A-Z]/.test(key) && !isHeader ? [key, rest] : [];
	const all = [...first, ...(isTime(value) ? TIME_PARAMETERS : []), ...known, ...own];
	const hyphenated = all.filter((one) => /_|[a-z][A-Z]/.test(one)).map(kebab);
	const hasHyphens = queryOf(url).some((parameter) => parameter.name.includes('-'));
	const nested = isHeader || parent === undefined ? [] : inBrackets(parent, ownCase);
	return distinct(
		[
			...inUrl,
			...(hasHyphens ? hyphenated : []),
			...all.slice(0, LIKELIEST),
			...nested,
			...all.slice(LIKELIEST),
			...hyphenated,
		],
		MOST_TOKEN_NAMES,
	);
}

/** So many names are likelier than those in brackets. */
const LIKELIEST = 6;

/** Parameters for the time at which a page begins, where that is what names it. */
const TIME_PARAMETERS = ['until', 'before', 'max_id', 'since', 'after', 'to', 'from'];

function isTime(value: Fact['value']): boolean {
	return typeof value === 'number' && value >= FIRST_TIME;
}

/** An object of a response is often written with brackets in requests: `pagination[cursor]`. */
function inBrackets(parent: string, own: string): string[] {
	const isPaging = /^(page|paging|pagination|pager)$/i.test(parent);
	const usual = isPaging ? [`${parent}[cursor]`, `${parent}[after]`] : [];
	return own === '' ? usual : [...usual, `${parent}[${own}]`];
}

/** @returns the parameters that may send the number of a page, the likeliest first */
export function pageParameters(fact: Fact | undefined, url: string): string[] {
	const key = fact?.keys.at(-1) ?? 'page';
	const parent = fact?.parent ?? '';
	const style = pageStyleOf(url);
	if (parent === 'searchcriteria') return ['searchCriteria[currentPage]'];
	const common = ['page', 'pageNumber', 'page_number', 'pageIndex', 'p', 'pg'];
	const own = /^(number|current|page)$/.test(key) || fact?.path.startsWith('header:') ? [] : [key];
	const bracketed = ['page[number]', 'pagination[page]'];
	// A nested page number is often sent nested too.
	const nested =
		parent === 'pagination'
			? bracketed.toReversed()
			: parent === 'page' || parent === 'meta'
				? bracketed
				: [];
	const [first = 'page', ...others] = common;
	const isPlain = /^(current_?page|page)$/i.test(key);
	return distinct([
		...style,
		...(isPlain ? [first] : [...own, first]),
		...own,
		...nested,
		...others,
	]);
}

/** @returns the parameters that may send an offset, the likeliest first */
export function offsetParameters(fact: Fact | undefined, url: string): string[] {
	const key = fact?.keys.at(-1) ?? 'offset';
	const own = fact?.path.startsWith('header:') ? [] : [key, snake(key), camel(key)];
	// Feathers has `skip` in responses, and `$skip` in requests.
	if (key === 'skip') own.push('$skip');
	return distinct([...offsetStyleOf(url), ...own, 'offset', 'start', 'skip', 'startIndex', 'from']);
}

/** Offset parameters that go with a name of the page size. */
const OFFSET_PARTNERS: Record<string, string[]> = {
	top: ['$skip'],
	take: ['skip'],
	limit: ['offset', 'skip', 'start'],
	rows: ['start'],
	count: ['offset', 'start', 'startIndex'],
	size: ['from', 'offset'],
	maxresults: ['startAt', 'start'],
	sysparmlimit: ['sysparm_offset'],
	resultsperpage: ['startIndex'],
	pagelimit: ['page[offset]', 'offset'],
	resultrecordcount: ['resultOffset'],
};

/** Page parameters that go with a name of the page size. */
const PAGE_PARTNERS: Record<string, string[]> = {
	perpage: ['page'],
	pagesize: ['page', 'pageNumber', 'pageIndex', 'page_number', 'page[number]'],
	size: ['page'],
	limit: ['page'],
	itemsperpage: ['page'],
	pagelimit: ['page'],
	paginationpagesize: ['pagination[page]'],
	searchcriteriapagesize: ['searchCriteria[currentPage]'],
};

/** @returns the offset parameters that the query of the URL suggests by its page size */
export function offsetStyleOf(url: string): string[] {
	return queryOf(url).flatMap(({ name, plain }) => {
		const partners = OFFSET_PARTNERS[plain] ?? [];
		if (name.startsWith('$')) return plain === 'limit' ? ['$offset', '$skip'] : ['$skip'];
		// LoopBack: `filter[skip]` goes with `filter[limit]`.
		if (/.\[limit\]$/.test(name)) return [...partners, name.replace('[limit]', '[skip]')];
		// Close, json-server: all parameters begin with an underscore.
		return name.startsWith('_') ? ['_skip', '_start'] : partners;
	});
}

/** @returns the page parameters that the query of the URL suggests by its page size */
export function pageStyleOf(url: string): string[] {
	return queryOf(url).flatMap(({ name, plain }) => {
		const partners = PAGE_PARTNERS[plain] ?? [];
		if (name.startsWith('_')) return ['_page'];
		const bracketed = /^(.+)\[\w*(size|limit)\]$/i.exec(name);
		if (!bracketed) return partners;
		// A known partner in the same brackets first: `searchCriteria[currentPage]` for its pageSize.
		const known = partners.filter((partner) => partner.startsWith(`${bracketed[1]}[`));
		return distinct([...known, `${bracketed[1]}[number]`, `${bracketed[1]}[page]`]);
	});
}

function distinct(names: string[], most = MOST_NAMES): string[] {
	return [...new Set(names.filter((name) => name !== ''))].slice(0, most);
}

/** @returns `page-token` for `pageToken` and `page_token` */
function kebab(text: string): string {
	return snake(text).replaceAll('_', '-');
}

/** @returns the text with a small letter at its beginning */
function lowerFirst(text: string): string {
	return text.slice(0, 1).toLowerCase() + text.slice(1);
}

/** @returns `pageToken` for `page_token` and `page-token` */
function camel(text: string): string {
	return lowerFirst(text.replace(/[-_]([a-zA-Z])/g, (_, letter: string) => letter.toUpperCase()));
}

/** @returns `page_token` for `pageToken` and `page-token` */
function snake(text: string): string {
	return text
		.replace(/([a-z0-9])([A-Z])/g, '$1_$2')
		.replaceAll('-', '_')
		.toLowerCase();
}
