/** How a signature is written: 64 hex digits, or base64 of 32 bytes. */
export type SignatureEncoding = 'hex' | 'base64';

/**
 * How the text that a sender shows as its secret becomes the key of the HMAC. `text`: its UTF-8 bytes, a
 * prefix such as `whsec_` included. `base64`: the bytes that it encodes, without the prefix `whsec_` where
 * it has one.
 */
export type KeyEncoding = 'text' | 'base64';

/** Headers of a delivery that belong together. */
export interface SenderHeaders {
	/** Header with the signatures: `X-Service-Signature`. */
	signature: string;
	/** Header with the time of sending, where the scheme has it in one. */
	timestamp?: string;
	/** Header with the ID, for senders that sign it. */
	id?: string;
}

/** Where the time of sending is, and how it is written. */
export interface SignedTime {
	/** `header`: in a header of its own. `pair`: `t=1774944930` among the signatures. */
	in: 'header' | 'pair';
	/** What comes before it in a pair: `t=`. */
	prefix?: string;
	/** Seconds or milliseconds since 1970. */
	unit: 's' | 'ms';
}

/** How a sender signs its deliveries, as plain data: HMAC with SHA-256 over a text with the body in it. */
export interface SignatureScheme {
	/** Several where a sender uses several sets of names; the first set whose signature is present counts. */
	headers: readonly [SenderHeaders, ...SenderHeaders[]];
	/** What is between two signatures: a comma or a space; `''` for senders with one signature only. */
	separator: ',' | ' ' | '';
	/** What is before each signature: `v1=`, `sha256=`; values with another one do not count. */
	prefix: string;
	encoding: SignatureEncoding;
	key: KeyEncoding;
	/** Bytes that a key has at least. */
	minKeyBytes: number;
	/** Missing for senders that sign no time: their deliveries can be repeated by whoever has seen one. */
	time?: SignedTime;
	/** What is signed, with `{id}`, `{timestamp}` and `{body}` as they were sent: `{timestamp}.{body}`. */
	signedText: string;
	/** Whether the first of several signatures is that of the current secret. */
	currentFirst: boolean;
}

/** A name in {@link SignatureScheme.signedText}. */
type Placeholder = 'id' | 'timestamp' | 'body';

/** What is signed, in parts: texts as they are, and what is put in between. */
export type SignedPart = { text: string } | { insert: Placeholder };

const PLACEHOLDER = /\{(id|timestamp|body)\}/g;

/**
 * Reads a template of what is signed.
 *
 * @param template `v0:{timestamp}:{body}`
 * @returns its parts in order: `[{ text: 'v0:' }, { insert: 'timestamp' }, { text: ':' }, { insert: 'body' }]`
 */
export function readSignedText(template: string): SignedPart[] {
	const parts: SignedPart[] = [];
	let end = 0;
	for (const match of template.matchAll(PLACEHOLDER)) {
		if (match.index > end) parts.push({ text: template.slice(end, match.index) });
		parts.push({ insert: match[1] === 'id' ? 'id' : match[1] === 'body' ? 'body' : 'timestamp' });
		end = match.index + match[0].length;
	}
	if (end < template.length) parts.push({ text: template.slice(end) });
	return parts;
}

/** Name of a header, as HTTP has them. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Checks a scheme that a user has put together.
 *
 * @returns why no delivery could be proven with it, or one that is not genuine could; `undefined` for a
 *   scheme that is safe to use
 */
export function schemeProblem(scheme: SignatureScheme): string | undefined {
	const { headers, separator, time, signedText } = scheme;
	for (const { signature, timestamp, id } of headers)
		for (const name of [signature, timestamp, id])
			if (name !== undefined && !HEADER_NAME.test(name))
				return `${name === '' ? 'A header name is empty' : `${name} is not the name of a header`}`;

	const parts = readSignedText(signedText);
	const count = (wanted: Placeholder) =>
		parts.filter((part) => 'insert' in part && part.insert === wanted).length;
	if (count('body') !== 1) return 'Signed Text must contain {body} once';
	if (count('timestamp') > 1 || count('id') > 1)
		return 'Signed Text must not contain {timestamp} or {id} more than once';
	// A time that is not signed could be replaced, and would only look like protection.
	if (time && count('timestamp') === 0)
		return 'Signed Text must contain {timestamp} if the delivery has a timestamp';
	if (!time && count('timestamp') > 0)
		return 'Signed Text contains {timestamp}, but Timestamp In is set to None';
	if (count('id') > 0 && headers.some(({ id }) => id === undefined))
		return 'Signed Text contains {id}, so ID Header must be set';
	if (time?.in === 'header' && headers.some(({ timestamp }) => timestamp === undefined))
		return 'Timestamp Header must be set';
	if (time?.in === 'pair' && (time.prefix ?? '') === '') return 'Timestamp Prefix must be set';
	const prefixes = [scheme.prefix, ...(time?.in === 'pair' ? [time.prefix ?? ''] : [])];
	if (separator !== '' && prefixes.some((prefix) => prefix.includes(separator)))
		return 'The prefixes must not contain what Signatures Separated By is set to';
	if (time?.in === 'pair' && separator === '')
		return 'Signatures Separated By must not be set to Nothing if Timestamp In is Signature Header';
	if (time?.in === 'pair' && areAlike(scheme.prefix, time.prefix ?? ''))
		return 'Timestamp Prefix and Signature Prefix must be different, and neither may begin with the other';
	const between = parts.slice(1, -1).filter((part) => 'text' in part);
	const touching = parts.some((part, index) => {
		const next = parts[index + 1];
		return 'insert' in part && next !== undefined && 'insert' in next;
	});
	// Characters could be moved from one to the other otherwise, and the signature would still match.
	return touching || between.some(({ text }) => !SEPARATOR.test(text))
		? 'Signed Text must have one character that is no letter or digit between {id}, {timestamp}, and {body}'
		: undefined;
}

/** A text that may be the beginning of a signature without a prefix. */
const OF_SIGNATURE = /^[\w+/-]+$/;

/** Whether a value could have one prefix as well as the other. */
function areAlike(ofSignature: string, ofTime: string): boolean {
	if (ofSignature === '') return OF_SIGNATURE.test(ofTime);
	return ofTime.startsWith(ofSignature) || ofSignature.startsWith(ofTime);
}

/** What may be between two values of a signed text, see {@link separatorsOf}. */
const SEPARATOR = /^[^\w\s]$/;

/** @returns the characters between the values of a signed text, which an ID must not contain: `['.']` */
export function separatorsOf(parts: readonly SignedPart[]): string[] {
	return parts.slice(1, -1).flatMap((part) => ('text' in part ? part.text : []));
}
