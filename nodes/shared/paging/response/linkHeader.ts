/** How much of a header is read, in characters. Node.js accepts 16 kB unless it is started with another limit. */
const MAX_LENGTH = 65_536;

/**
 * One part of a `Link` header such as
 *
 *     Link: <https://api.example.com/items?page=1>; rel="prev",
 *           <https://api.example.com/items?page=3>; rel="next last"; title="a, b; <c>"
 *
 * It is the target of a link, or one of its parameters, whose value may contain commas, semicolons and
 * targets in quotes. Anything else, such as the comma between two links, ends a link.
 */
const LINK_PART = /<([^<>]*)>|;\s*([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?|\S/g;

/**
 * Finds the next page in a `Link` header (RFC 8288).
 *
 * @param value the whole header, several links separated by commas
 * @returns the target whose relation is `next`; the value itself when it contains no link at all,
 * since some servers send the plain URL; `undefined` when there is no next page
 */
export function nextFromLinkHeader(value: string): string | undefined {
	if (!value.includes('<')) return value;
	let current: string | undefined;
	for (const [, target, name, quoted, plain] of value.slice(0, MAX_LENGTH).matchAll(LINK_PART)) {
		const isRelation = name?.toLowerCase() === 'rel';
		const relations = (quoted ?? plain ?? '').toLowerCase().split(/\s+/);
		if (isRelation && relations.includes('next') && current !== undefined) return current;
		// Only the first relation of a link counts.
		if (isRelation || name === undefined) current = target;
	}
	return undefined;
}
