/** One link: its target, then its parameters, which may contain commas and semicolons in quotes. */
const LINK = /<([^>]*)>((?:\s*;\s*[^\s=;,"]+\s*(?:=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)/g;

/** One parameter of a link, its value with or without quotes. */
const PARAMETER = /;\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

/**
 * Finds the next page in a `Link` header (RFC 8288).
 *
 * @param value the whole header, several links separated by commas
 * @returns the target whose relation is `next`; the value itself when it contains no link at all,
 *   since some servers send the plain URL; `undefined` when there is no next page
 */
export function nextFromLinkHeader(value: string): string | undefined {
	if (!value.includes('<')) return value;
	for (const [, target, parameters = ''] of value.matchAll(LINK)) {
		if (/(^|\s)next(\s|$)/i.test(relationsIn(parameters))) return target;
	}
	return undefined;
}

/** @returns the relations of a link, separated by spaces; only the first `rel` of a link counts */
function relationsIn(parameters: string): string {
	for (const [, name, quoted, plain] of parameters.matchAll(PARAMETER)) {
		if (name?.toLowerCase() === 'rel') return quoted ?? plain ?? '';
	}
	return '';
}
