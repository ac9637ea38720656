import type { ServedPage } from '../types';

/** @returns a `Link` header with the relations of a page, in the order that GitHub uses */
export function linkHeader(page: ServedPage, parameter: string): Record<string, string> {
	const link = (value: unknown, relation: string) =>
		`<${page.url({ [parameter]: value })}>; rel="${relation}"`;
	const { page: number, pages, nextIfAny } = page;
	const links = [
		...(number > 1 ? [link(number - 1, 'prev')] : []),
		...(nextIfAny === undefined ? [] : [link(nextIfAny, 'next'), link(pages, 'last')]),
		...(number > 1 ? [link(1, 'first')] : []),
	];
	return links.length > 0 ? { Link: links.join(', ') } : {};
}

/** @returns a URL without its origin */
export function withoutOrigin(url: string): string;
export function withoutOrigin(url: string | undefined): string | undefined;
export function withoutOrigin(url: string | undefined): string | undefined {
	return url?.replace(/^https?:\/\/[^/]+/, '');
}
