import { isRecord } from '../../basics/guards';
import { memberOf } from '../../basics/members';

/** Expressions that return nothing, and read nothing: `{{ null }}`, `{{ "" }}`. */
const NOTHING = /^=\{\{\s*(?:null|""|''|``)\s*\}\}$/;

/**
 * Tells a value that a person has emptied in a form from an empty cell of a table.
 *
 * @param entered what the field has before expressions are resolved, such as `={{ $json.description }}`; a locator as a whole
 * @returns whether it is text without an expression, or an expression that only says that there is nothing
 */
export function isByHand(entered: unknown): boolean {
	const text = isRecord(entered) ? memberOf(entered, 'value') : entered;
	return typeof text !== 'string' || !text.startsWith('=') || NOTHING.test(text);
}
