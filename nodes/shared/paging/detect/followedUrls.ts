import { parseUrl } from '../../basics/parseUrl';
import type { Fact } from '../response/facts';
import { nextFromLinkHeader } from '../response/linkHeader';
import { baseNamedFor, isAtList, missingPrefix } from '../schemes/baseOfNext';
import { lostParameters } from '../schemes/lostParameters';
import { absoluteUrl, queryNames, withMark } from '../url';
import type { FirstPage } from './types';

/** How a next URL is requested, as members of a paging scheme. */
export interface FollowedUrl {
	nextBase?: string;
	keepParameters?: string[];
}

/**
 * @returns the ways to request a next URL, the likeliest first: with the base that it belongs to and what it
 *   forgets if it only numbers its page; as it is; and with all that it lacks of the first URL
 */
export function waysToFollow(page: FirstPage, next: Fact): FollowedUrl[] {
	const { url } = page;
	const value = String(next.value).trim();
	const raw = next.path === 'header:Link' ? (nextFromLinkHeader(value) ?? '') : withMark(value);
	const nextBase = baseFor(page, next, raw);
	const based = { ...(nextBase !== undefined && { nextBase: nextBase.path }) };
	const resolved = nextBase ? parseUrl(absoluteUrl(raw, nextBase.url)) : parseUrl(raw, url);
	const forgotten = resolved ? lostParameters(url, resolved.href) : [];
	const present = queryNames(raw);
	const all = [...queryNames(url)].filter((name) => !present.has(name));
	const keeping = (names: string[]) => ({
		...based,
		...(names.length > 0 && { keepParameters: names }),
	});
	const ways: FollowedUrl[] = [keeping(forgotten), {}, keeping(all)];
	return ways.filter((way, at) => ways.findIndex((one) => isSame(one, way)) === at);
}

function isSame(one: FollowedUrl, other: FollowedUrl): boolean {
	return (
		one.nextBase === other.nextBase && String(one.keepParameters) === String(other.keepParameters)
	);
}

/** @returns the base of a relative URL that is not that of its page: where it is named, or itself, and as a URL */
function baseFor(
	{ url, facts }: FirstPage,
	{ path }: Fact,
	raw: string,
): { path: string; url: string } | undefined {
	const { origin, pathname: list } = new URL(url);
	const plain = parseUrl(raw) ? undefined : parseUrl(raw, url);
	if (plain?.origin !== origin || isAtList(list, plain.pathname)) return undefined;
	const named = baseNamedFor(path, (at) => facts.find((fact) => fact.path === at)?.value);
	const base = named && parseUrl(named.value, url);
	if (base?.host === plain.host) return { path: named?.path ?? '', url: base.href };
	const prefix = missingPrefix(list, plain.pathname);
	return prefix === undefined ? undefined : { path: origin + prefix, url: origin + prefix };
}
