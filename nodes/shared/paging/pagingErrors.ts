import { describeKind } from '../basics/describeKind';
import { excerpt } from '../basics/excerpt';
import { type FieldText, inDatasetWords } from './fieldText';
import type { PageResponse } from './types';

/** What an error says: what happened, and what to check or change. */
interface FieldErrorTexts {
	readonly message: FieldText;
	readonly fix: FieldText;
}

/** An error for the user. Its message and its fix call fields as a dataset does. */
abstract class FieldError extends Error {
	/** What to check or change. */
	readonly fix: string;
	/** Private, so that a log that shows the error does not show its texts twice. */
	readonly #texts: FieldErrorTexts;

	constructor(message: FieldText, fix: FieldText) {
		super(inDatasetWords(message));
		this.fix = inDatasetWords(fix);
		this.#texts = { message, fix };
	}

	/** Message and fix with the fields that they name, to be shown in other words. */
	get texts(): FieldErrorTexts {
		return this.#texts;
	}
}

/** A dataset that cannot be read as it is configured; found before the first request. */
export class DatasetError extends FieldError {
	override readonly name = 'DatasetError';

	/**
	 * @param field dotted name of the field, such as `pagingScheme.request.limitValue`
	 * @param message what is wrong, naming the field
	 * @param fix what to change
	 */
	constructor(
		readonly field: string,
		message: FieldText,
		fix: FieldText,
	) {
		super(message, fix);
	}
}

/** A response that is not a page, or that names a next page which must not be requested. */
export class PagingError extends FieldError {
	override readonly name = 'PagingError';
	/** HTTP status of the response, where the response is the reason. */
	readonly status: number | undefined;
	/** Body of that response, for a caller that knows the server's error format. */
	readonly body: unknown;

	/**
	 * @param message what happened, naming page, path and value
	 * @param fix what to check or change
	 * @param response the object that the sender returned, where it is the reason
	 * @param subject what the response refuses, where it names it
	 */
	constructor(
		message: FieldText,
		fix: FieldText,
		readonly response?: PageResponse,
		readonly subject?: 'position',
	) {
		super(message, fix);
		this.status = response?.status;
		this.body = response?.body;
	}

	/** @returns the error with something else to check or change */
	withFix(fix: FieldText, subject = this.subject): PagingError {
		return new PagingError(this.texts.message, fix, this.response, subject);
	}
}

/** A resume point that cannot be used with this dataset. */
export class ResumeError extends FieldError {
	override readonly name = 'ResumeError';
}

/** @returns the kind of a value and its beginning, for messages */
export function describeValue(value: unknown): string {
	return `${describeKind(value)}, ${excerpt(value)}`;
}
