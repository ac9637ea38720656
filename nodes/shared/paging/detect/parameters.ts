// Names as APIs write them, without separators. cspell:disable
import { memberOf } from '../../basics/members';
import { memberFold } from '../../basics/nameFolds';
import type { Fact } from '../response/facts';
import { numberingIn, queryOf } from '../response/numbering';
import { isFilter } from './ownParameters';

/** What a number counts. */
export type NumberKind = 'page' | 'offset';

/** How many names are tried for one number at most. */
const MOST_TRIED = 7;

/** How many names are tried for a token at most: more, since a token leads to the next page for certain. */
const MOST_TOKEN_NAMES = 15;

/** A number from here on is a time, in seconds or milliseconds, not a page or an offset (Vercel). */
const FIRST_TIME = 1_000_000_000;

/** Request parameters that go with the name of a token in a response, where that is not their own. */
const TOKEN_PARAMETERS: Record<string, string[]> = {
	next: [
		...['cursor', 'next', 'offset', 'from', 'after', 'page', 'page_token', 'pageToken', 'start'],
		'token',
	],
	nextpage: ['page', 'page_token', 'pageToken', 'cursor', 'next'],
	nexttoken: ['pagination_token', 'token', 'pageToken', 'page_token'],
	nextcursor: ['cursor', 'start_cursor', 'after'],
	nextpagecursor: ['cursor'],
	cursor: ['cursor', 'page[cursor]', 'pageCursor', 'start_cursor', 'after'],
	endcursor: ['after', 'pageCursor', 'cursor', 'page[after]'],
	aftercursor: ['page[after]', 'after', 'cursor', 'starting_after'],
	after: ['after', 'page[after]', 'page[cursor]', 'cursor', 'starting_after', 'offset'],
	nextpagestart: ['start'],
	nextbatch: ['from', 'since'],
	nextid: ['cursor', 'after', 'from_id'],
	nextkey: ['pagination.key', 'key', 'pageFromKey', 'after'],
	lastseq: ['since'],
	token: ['token', 'pageToken', 'page_token', 'pagination_token', 'cursor'],
	lastid: ['after', 'after_id', 'starting_after', 'cursor'],
	mscontinuationtoken: ['continuationToken'],
};

/** How many of the known names are likelier than those that are made from the token's own name. */
const LIKELIEST = 6;

/** @returns the parameters that may send a token, the likeliest first */
export function tokenParameters({ keys, name, path, number }: Fact, url: string): string[] {
	const [parent = '', key = ''] = ['', ...keys].slice(-2);
	const isHeader = path.startsWith('header:');
	const plain = name.replace(/^odata/, '');
	// What is left without "next": pageToken of nextPageToken.
	const rest = key.replace(/^@\w+[.]/, '').replace(/^_*next[_-]?/i, '');
	const own = rest.slice(0, 1).toLowerCase() + rest.slice(1);
	const inUrl = queryOf(url).filter((one) => [plain, memberFold(rest)].includes(one.plain));
	// An API that writes its names with a capital letter does so in requests as well: `NextToken` (AWS).
	const capital = /^[A-Z]/.test(key) && !isHeader ? [key, rest] : [];
	const known = memberOf(TOKEN_PARAMETERS, plain) ?? [];
	const isPaging = /^(page|paging|pagination|pager)$/i.test(parent);
	const nested = isPaging ? [`${parent}[cursor]`, `${parent}[after]`] : [];
	const named = inUrl.map((one) => one.name);
	return distinct(
		[
			...named,
			...(number === undefined ? [] : numberingIn(url).map((one) => one.name)),
			...(number !== undefined && number <= 2 ? ['page'] : []),
			...capital,
			...((number ?? 0) >= FIRST_TIME ? ['until'] : []),
			...known.slice(0, LIKELIEST),
			...[own, camel(own), snake(own)],
			...nested,
			...known.slice(LIKELIEST),
			...(isHeader ? [] : [key]),
			snake(own).replaceAll('_', '-'),
		].filter((one) => named.includes(one) || !isFilter(url, one)),
		MOST_TOKEN_NAMES,
	);
}

/** Parameters of numbered pages besides the most usual ones, the likeliest first. */
export const USUAL = {
	page: ['pageNumber', 'page_number', 'page[number]', 'p', 'pageNo'],
	offset: ['start', 'skip', 'startIndex', 'from'],
};

/** @returns the parameters that may send the number of a page or of its first record, the likeliest first */
export function numberParameters(
	kind: NumberKind,
	{ keys, parent, path }: Fact,
	url: string,
): string[] {
	const key = keys.at(-1) ?? kind;
	// Magento.
	if (parent === 'searchcriteria') return ['searchCriteria[currentPage]'];
	const isOwn = !path.startsWith('header:') && !/^(number|current|current_?page)$/i.test(key);
	const names = [
		...styleOf(kind, url),
		...(isOwn ? [key, snake(key)] : []),
		// Feathers has `skip` in responses, and `$skip` in requests.
		...(key === 'skip' ? ['$skip'] : []),
		kind,
		// Strapi.
		...(parent === 'pagination' && kind === 'page' ? ['pagination[page]'] : []),
		...USUAL[kind],
	];
	return distinct(names.filter((name) => !isFilter(url, name)));
}

/** Parameters that go with a name of the page size. */
const PARTNERS: Record<NumberKind, Record<string, string[]>> = {
	offset: {
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
	},
	page: {
		perpage: ['page'],
		pagesize: ['page', 'pageNumber', 'pageIndex', 'page_number', 'page[number]'],
		size: ['page'],
		limit: ['page'],
		itemsperpage: ['page'],
		pagelimit: ['page'],
	},
};

/** @returns the parameters that the query of the URL suggests by its page size */
export function styleOf(kind: NumberKind, url: string): string[] {
	const isPage = kind === 'page';
	return queryOf(url).flatMap(({ name, plain }) => {
		const partners = memberOf(PARTNERS[kind], plain) ?? [];
		// Close, json-server: all parameters begin with an underscore.
		if (name.startsWith('_')) return isPage ? ['_page'] : ['_skip', '_start'];
		if (name.startsWith('$') && !isPage)
			return plain === 'limit' ? ['$offset', '$skip'] : ['$skip'];
		const [, object, what] = /^(.+)\[\w*(size|limit)\]$/i.exec(name) ?? [];
		if (object === undefined) return partners;
		if (isPage) return [`${object}[number]`, `${object}[page]`];
		// LoopBack: `filter[skip]` goes with `filter[limit]`.
		return what === 'limit' ? [...partners, `${object}[skip]`] : partners;
	});
}

function distinct(names: string[], most = MOST_TRIED): string[] {
	return [...new Set(names.filter((name) => name !== ''))].slice(0, most);
}

/** @returns `pageToken` for `page_token` and `page-token` */
function camel(text: string): string {
	return text.replace(/[-_]([a-zA-Z])/g, (_, letter: string) => letter.toUpperCase());
}

/** @returns `page_token` for `pageToken` and `page-token` */
function snake(text: string): string {
	return text
		.replace(/([a-z0-9])([A-Z])/g, '$1_$2')
		.replaceAll('-', '_')
		.toLowerCase();
}
