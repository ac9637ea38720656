const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @returns whether a text has the form of a UUID (RFC 9562, 4) */
export function isUuid(text: string): boolean {
	return UUID.test(text);
}

/**
 * The text under which an id is compared: UUIDs are the same in either letter case (RFC 9562, 4),
 * other ids may not be.
 */
export function idKey(id: string): string {
	return isUuid(id) ? id.toLowerCase() : id;
}
