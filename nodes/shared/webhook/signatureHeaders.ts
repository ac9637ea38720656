/** Request headers in the shape that Node.js delivers them; names in any letter case. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Why the signature header contains nothing that can be compared. */
export type SignatureProblem = 'missingSignature' | 'malformedSignature' | 'unsupportedVersion';

/** Why the timestamp header cannot be used. */
export type TimestampProblem = 'missingTimestamp' | 'malformedTimestamp';

const SIGNATURE_HEADER = 'x-service-signature';
const TIMESTAMP_HEADER = 'x-service-timestamp';

const VERSION_PREFIX = 'v1=';
const OTHER_VERSION = /^v\d+=/;
const SHA256_HEX = /^[0-9a-fA-F]{64}$/;

/** Twelve digits last until the year 33658 and stay far inside the safe integers. */
const UNIX_SECONDS = /^\d{1,12}$/;

/** More values than any rotation needs; the rest of a forged header costs no computing time. */
const MAX_CANDIDATES = 16;

/**
 * Reads the presented signatures (third-party-risk, Events: request headers, Signature rules 1, 3).
 *
 * @returns the well-formed `v1` values in the order presented, 32 bytes each, at least one; else
 *   the reason why there is none
 */
export function readSignatures(headers: RequestHeaders): Buffer[] | SignatureProblem {
	const signatures: Buffer[] = [];
	let present = false;
	let otherVersion = false;
	let candidates = 0;

	for (const part of headerValues(headers, SIGNATURE_HEADER).join(',').split(',')) {
		const value = trimBlanks(part);
		present ||= value !== '';
		if (!value.startsWith(VERSION_PREFIX)) {
			otherVersion ||= OTHER_VERSION.test(value);
			continue;
		}
		if (++candidates > MAX_CANDIDATES) break;

		const hex = value.slice(VERSION_PREFIX.length);
		if (SHA256_HEX.test(hex)) signatures.push(Buffer.from(hex, 'hex'));
	}

	if (signatures.length > 0) return signatures;
	if (!present) return 'missingSignature';
	return otherVersion && candidates === 0 ? 'unsupportedVersion' : 'malformedSignature';
}

/**
 * Reads the time of sending (third-party-risk, Events: request headers).
 *
 * Two of them are refused even when they are equal: it would be unclear which one was signed.
 *
 * @returns the header value exactly as it was signed and the Unix seconds it stands for; else the
 *   reason why it cannot be used
 */
export function readTimestamp(
	headers: RequestHeaders,
): { text: string; seconds: number } | TimestampProblem {
	const [text = '', ...more] = headerValues(headers, TIMESTAMP_HEADER);
	if (more.length > 0) return 'malformedTimestamp';
	if (text === '') return 'missingTimestamp';
	return UNIX_SECONDS.test(text) ? { text, seconds: Number(text) } : 'malformedTimestamp';
}

/** Every value given for a header, also where it comes as a list or under several spellings. */
function headerValues(headers: RequestHeaders, lowerCaseName: string): string[] {
	return Object.entries(headers)
		.filter(([name]) => name.toLowerCase() === lowerCaseName)
		.flatMap(([, value]) => value ?? [])
		.map(trimBlanks);
}

/**
 * Removes the spaces and tabs around a header value, which HTTP does not count as part of it.
 * `trim()` would also remove a no-break space, one bit away from a space: a changed header could
 * pass. A regular expression would take quadratic time on a long row of blanks.
 */
function trimBlanks(value: string): string {
	let start = 0;
	let end = value.length;
	// Outside of the text the code is NaN, which ends both.
	while (isBlank(value.charCodeAt(start))) start++;
	while (isBlank(value.charCodeAt(end - 1))) end--;
	return value.slice(start, end);
}

function isBlank(code: number): boolean {
	return code === 0x20 || code === 0x09;
}
