import type { IDataObject, UserError } from 'n8n-workflow';

import { userError } from '../n8n/nodeErrors';
import { errorText } from '../service/bulk';

/**
 * @param message what was not done
 * @param error what the service reports about it in the answer to a bulk request
 */
export function refusedByService(message: string, error: IDataObject): UserError {
	const text = errorText(error);
	return userError(
		text === '' ? message : `${message}: ${text}`,
		'Correct what the service reports, and run the node again. The rest of the request is not affected.',
	);
}

/**
 * @param message what the answer to a bulk request neither shows nor reports an error about
 * @param errors of the answer, which name something else or nothing
 */
export function notConfirmed(message: string, errors: IDataObject[]): UserError {
	const texts = [...new Set(errors.map(errorText))].filter(Boolean).slice(0, MAX_TEXTS);
	const others =
		texts.length > 0
			? ` The response does not show it, and these errors do not name it: ${texts.join('; ')}`
			: ' The response does not show it.';
	return userError(
		message,
		`Check it in the service, or run the node again: sending it twice does no harm.${others}`,
	);
}

const MAX_TEXTS = 3;
