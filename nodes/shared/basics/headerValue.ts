/** Node.js refuses everything else, and axios leaves it out. */
const ALLOWED = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Blanks around a value are not a part of it. */
const BLANK_AROUND = /^[\t ]|[\t ]$/;

/** @returns whether a text arrives as it is if it is sent as the value of a header (RFC 9110, 5.5) */
export function isHeaderValue(text: string): boolean {
	return ALLOWED.test(text) && !BLANK_AROUND.test(text);
}
