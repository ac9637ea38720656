/** Node.js accepts 16 kB of headers unless it is started with another limit. */
const MAX_LENGTH = 65_536;

/**
 * The target of a link, or one of its parameters, whose value may contain commas, semicolons and
 * targets in quotes. Everything else ends a link.
 */
const TOKEN = /<([^<>]*)>|;\s*([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?|\S/g;

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
	for (const [, target, name, quoted, plain] of value.slice(0, MAX_LENGTH).matchAll(TOKEN)) {
		const isRelation = name?.toLowerCase() === 'rel';
		const relations = (quoted ?? plain ?? '').toLowerCase().split(/\s+/);
		if (isRelation && relations.includes('next') && current !== undefined) return current;
		// Only the first relation of a link counts.
		if (isRelation || name === undefined) current = target;
	}
	return undefined;
}
