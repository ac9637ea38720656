import type { PageResponse } from './response/answer';

/** A dataset that cannot be read as it is configured; found before the first request. */
export class DatasetError extends Error {
	override readonly name = 'DatasetError';

	/**
	 * @param field dotted name of the field, such as `pagingScheme.request.limitValue`
	 * @param message what does not fit, naming the field
	 * @param fix what to change
	 */
	constructor(
		readonly field: string,
		message: string,
		readonly fix: string,
	) {
		super(message);
	}
}

/** An answer that cannot be a page, or that leads nowhere a request may go. */
export class PagingError extends Error {
	override readonly name = 'PagingError';
	/** HTTP status of the answer, where the status is the reason. */
	readonly status: number | undefined;
	/** Body of that answer as it came, for a caller that knows the server's envelope. */
	readonly body: unknown;

	/**
	 * @param message what came back, naming page, path and value
	 * @param fix what to check or change
	 * @param response the answer as the sender handed it over, where its status is the reason
	 */
	constructor(
		message: string,
		readonly fix: string,
		readonly response?: PageResponse,
	) {
		super(message);
		this.status = response?.status;
		this.body = response?.body;
	}
}

/** @returns the kind of a value in a user's words, for messages */
export function kindOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'an array';
	if (typeof value === 'object') return 'an object';
	if (value === '') return 'an empty text';
	return value === undefined ? 'missing' : `a ${typeof value === 'string' ? 'text' : typeof value}`;
}

/** @returns the beginning of a value as JSON, short enough for a message */
export function excerpt(value: unknown): string {
	// NaN would read as null in JSON.
	const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'undefined');
	return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** @returns whether a number has lost digits on its way through JSON */
export function isInexact(token: string | number): boolean {
	return typeof token === 'number' && Number.isInteger(token) && !Number.isSafeInteger(token);
}

/** @param field what holds the number, as a user has configured it */
export function inexact(field: string): PagingError {
	return new PagingError(
		`${field} holds a number with more digits than JSON numbers keep, so the next page cannot be named.`,
		'Have the server send the token as text.',
	);
}
