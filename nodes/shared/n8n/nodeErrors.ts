import {
	type Failure,
	type INode,
	NodeApiError,
	NodeOperationError,
	OperationalError,
	UserError,
} from 'n8n-workflow';

import { shorten } from '../basics/shorten';
import { asText, linesAsHtml } from './html';

/**
 * Every error that n8n gets is made here, so that whatever is in its texts, n8n shows it as text.
 * `test/project/shownTexts.test.ts` finds one that is made elsewhere.
 */

/** What an error says. */
export interface ErrorTexts {
	/** What happened, on one line. */
	message: string;
	/** What to do, then the codes for support: each of them is one line. */
	description: readonly string[];
}

/** What n8n keeps with an error besides its texts. */
interface ErrorFacts {
	/** The input item it happened for, counted from 0. */
	itemIndex?: number;
	/** As text, such as `404`. */
	httpCode?: string;
	failure?: Failure;
}

/** The lines of each description, as they were before they were written for n8n. */
const descriptions = new WeakMap<Error, readonly string[]>();

/** @returns the lines of an error's description; `undefined` when the error was not made here */
export function linesOf(error: unknown): readonly string[] | undefined {
	return error instanceof Error ? descriptions.get(error) : undefined;
}

/** An error of what a user has entered or a server has returned. n8n shows what to do apart from it. */
export class InputError extends UserError {
	/**
	 * @param message what is wrong
	 * @param description what to do, a line each
	 */
	constructor(message: string, ...description: string[]) {
		super(asMessage(message), { description: asLines(description) });
		descriptions.set(this, description);
	}
}

/**
 * An error of what a user has entered or a server has returned.
 *
 * @param message what is wrong
 * @param description what to do, a line each
 */
export function userError(message: string, ...description: string[]): UserError {
	return new InputError(message, ...description);
}

/** @returns an error of a node whose input or answer is wrong */
export function operationError(
	node: INode,
	{ message, description }: ErrorTexts,
	facts: ErrorFacts = {},
): NodeOperationError {
	const error = new NodeOperationError(node, asMessage(message), facts);
	return rewrite(error, { message, description });
}

/** An error of a node whose request failed. */
export class RequestError extends NodeApiError {
	constructor(node: INode, { message, description }: ErrorTexts, facts: ErrorFacts = {}) {
		const texts = { message: asMessage(message), description: asLines(description) };
		// No cause: n8n stores it with the execution, and it would contain the request with its token.
		super(node, texts, { ...texts, ...facts });
		rewrite(this, { message, description });
	}
}

/**
 * Gives an error of a node other texts. n8n's own errors need it, and ours too: n8n replaces messages in
 * which it finds words like ENOENT, and ours say more than those.
 *
 * @returns the same error
 */
export function rewrite<E extends NodeApiError | NodeOperationError>(
	error: E,
	{ message, description }: ErrorTexts,
): E {
	error.message = asMessage(message);
	error.description = asLines(description) || undefined;
	descriptions.set(error, description);
	return error;
}

/**
 * Lays an error out for the error panel of n8n's editor, which shows a description as HTML.
 *
 * @param notes lines to add to the description
 * @returns the same error, every line on a line of its own
 */
export function forEditor<E extends NodeApiError | NodeOperationError>(
	error: E,
	...notes: readonly string[]
): E {
	error.description = linesAsHtml([...(linesOf(error) ?? []), ...notes]);
	return error;
}

/**
 * What ends a node whose execution was canceled.
 *
 * Why: n8n shows such an execution as failed, unless the message has this very word.
 *
 * Since: all supported versions.
 * Until: n8n looks at its own signal of cancellation first.
 *
 * @see https://github.com/n8n-io/n8n/blob/master/packages/core/src/execution-engine/workflow-execute.ts
 */
export function canceledError(): OperationalError {
	return new OperationalError('The execution was canceled');
}

/** A cell of a table that is named in a message can be of any length. */
function asMessage(text: string): string {
	return asText(shorten(text));
}

/** Each line by itself, since a text in it may have line breaks of its own. */
function asLines(lines: readonly string[]): string {
	return lines.map(asText).join('\n');
}
