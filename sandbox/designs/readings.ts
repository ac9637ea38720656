import { isDeepStrictEqual } from 'node:util';

import { recordOf } from './pager';
import { nextToken, nextUrl, offsets, pages } from './schemes';
import type { Stop } from './schemes';
import type { Answer, Design, JsonObject, Reading, ServedPage } from './types';

/** What a client goes by: what names the next page, or what says that there is none. */
export type Way =
	'record' | 'url' | 'token' | 'pages' | 'total' | 'more' | 'last' | 'empty' | 'status';

/** A design whose readings are not known yet. */
export type Unread = Omit<Design, 'readings'>;

const ORIGIN = 'http://design.test';

/** Numbers and a token that stand nowhere else in an answer. */
const TOTAL = 7919;
const PAGES = 1584;
const POSITION = 424_242;

/** The most reliable one that an answer offers comes first. */
const ORDER = ['record', 'url', 'token', 'pages', 'total', 'more', 'last', 'empty'] as const;

/**
 * @param way by default the most reliable one that the answers offer
 * @returns how Paged HTTP reads a design, found in a page of it: where the records, the next page,
 *   the total or the flag are
 */
export function readingOf(design: Unread, way?: Way): Reading {
	const found = placesIn(design);
	const by =
		way ?? ORDER.find((one) => one === 'empty' || (canUse(design, one) && found[one])) ?? 'empty';
	return { property: found.property, pagingScheme: schemeOf(design, by, found) };
}

/** A page number or an offset is counted on by the client, even where the answer repeats it. */
function canUse({ pager }: Unread, way: Way): boolean {
	return way !== 'token' || pager.by === 'token';
}

type Places = { property: string; staysOnLast: (path: string) => boolean } & {
	[way in Exclude<Way, 'empty' | 'status'>]: string | undefined;
};

function schemeOf(design: Unread, way: Way, found: Places): JsonObject {
	const { by, parameter, size: name, max, usual = max, first } = design.pager;
	const size = name === undefined ? undefined : ([name, usual] as const);
	if (way === 'record' || way === 'url' || way === 'token') {
		const path = found[way] ?? '';
		// Where the last page names a next one, too, only a flag or an empty page says the end.
		const stays = way === 'record' || found.staysOnLast(path);
		const flag = flagOf(found);
		const scheme =
			way === 'url'
				? nextUrl(path, size, stays ? flag : {})
				: nextToken(parameter, path, size, stays ? flag : {});
		const isUntilEmpty = stays && Object.keys(flag).length === 0;
		return isUntilEmpty ? { ...scheme, pageUntil: 'noDataLeft' } : scheme;
	}
	const stop = stopBy(design, way, found);
	if (by === 'page') return pages(parameter, first === 0 ? 0 : 1, size, stop);
	return offsets(parameter, size, stop, first);
}

/** What ends numbered pages and offsets. */
function stopBy(
	design: Unread,
	way: Way,
	{ pages: totalPages = '', total = '', more = '', last = '' }: Places,
): Stop {
	if (way === 'pages') return { totalPages };
	if (way === 'total') return { totalCount: total };
	if (way === 'more') return { moreRecords: more };
	if (way === 'last') return { lastPage: last };
	return way === 'status' ? { endStatuses: [design.refuse(AFTER_THE_END).status ?? 200] } : {};
}

const AFTER_THE_END = { kind: 'position', message: '' } as const;

function flagOf({ more, last }: Places): JsonObject {
	if (more !== undefined) return { moreRecords: more };
	return last === undefined ? {} : { lastPage: last };
}

/** Finds what stands where by answering a page in which each value is recognizable. */
function placesIn(design: Unread): Places {
	const { pager } = design;
	const page = markedPage(design, false);
	const values = valuesIn(design.answer(page));
	const onLast = new Map(valuesIn(design.answer(markedPage(design, true))));
	const records = JSON.stringify(page.records);
	const property = values.find(([, value]) => JSON.stringify(value) === records)?.[0] ?? '';
	const member = valuesOf(page.records.at(-1), '').find(
		([, value]) => pager.token !== undefined && isDeepStrictEqual(value, page.next),
	)?.[0];
	const find = (isIt: (value: unknown, path: string) => boolean) =>
		values.find(([path, value]) => isIt(value, path))?.[0];
	const token = String(page.next);
	const is = (expected: unknown) => (value: unknown) => String(value) === String(expected);
	return {
		property,
		record: member === undefined ? undefined : [property, '-1', member].filter(Boolean).join('.'),
		url: find((value, path) => {
			if (path.startsWith('header:')) return isNextLink(value);
			if (typeof value !== 'string' || value === token) return false;
			return /^(?:https?:|[/?])/.test(value) && decodeURIComponent(value).includes(token);
		}),
		token: find((value) => typeof value !== 'object' && is(token)(value)),
		pages: find(is(PAGES)),
		total: find((value, path) => is(TOTAL)(path === 'header:Content-Range' ? TOTAL : value)),
		more: find((value, path) => value === true && onLast.get(path) === false),
		last: find((value, path) => value === false && onLast.get(path) === true),
		staysOnLast: (path) => {
			const value = onLast.get(path);
			return path.startsWith('header:') ? isNextLink(value) : Boolean(value);
		},
	};
}

function isNextLink(value: unknown): boolean {
	return /rel="?next/.test(String(value));
}

function markedPage(design: Unread, isLast: boolean): ServedPage {
	const { path, pager } = design;
	const own = new URL(path, ORIGIN);
	const url = (changes: Readonly<Record<string, unknown>>) => {
		const changed = new URL(own);
		for (const [name, value] of Object.entries(changes)) {
			if (value === undefined) changed.searchParams.delete(name);
			else changed.searchParams.set(name, String(value));
		}
		return changed.href;
	};
	const next = pager.by === 'token' ? (pager.token?.(5) ?? 'token-of-the-next') : POSITION;
	const nextPage =
		pager.nextPath === undefined
			? url({ [pager.parameter]: next })
			: `${ORIGIN}${pager.nextPath}${String(next)}`;
	return {
		origin: ORIGIN,
		records: [0, 1, 2, 3, 4].map((index) => recordOf(design, index)),
		start: 0,
		size: 5,
		total: TOTAL,
		pages: PAGES,
		page: pager.first ?? 1,
		isLast,
		next,
		nextIfAny: isLast ? undefined : next,
		url,
		nextUrl: isLast ? undefined : nextPage,
	};
}

/** Path and value of everything in an answer that is not within a list, and of its headers. */
function valuesIn({ body, headers = {} }: Answer): Array<[path: string, value: unknown]> {
	const inHeaders = Object.entries(headers).map(([name, value]): [string, unknown] => [
		`header:${name}`,
		value,
	]);
	return [...valuesOf(body, ''), ...inHeaders];
}

function valuesOf(value: unknown, path: string): Array<[string, unknown]> {
	if (typeof value !== 'object' || value === null) return [[path, value]];
	const within = Array.isArray(value)
		? linksIn(value).map(([name, link]): [string, unknown] => [`${path}[${name}]`, link])
		: Object.entries(value).map(([name, member]): [string, unknown] => [
				path === '' ? name : `${path}.${name}`,
				member,
			]);
	return [[path, value], ...within.flatMap(([name, member]) => valuesOf(member, name))];
}

/** `links: [{ rel: 'next', href: '…' }]` */
function linksIn(list: readonly unknown[]): Array<[string, unknown]> {
	return list.flatMap((link): Array<[string, unknown]> => {
		if (typeof link !== 'object' || link === null) return [];
		const name = ['rel', 'relation'].find((one) => one in link);
		return name === undefined ? [] : [[`${name}=${String(Object(link)[name])}`, link]];
	});
}
