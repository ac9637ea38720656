import type { UserError } from 'n8n-workflow';

import { didYouMean, KnownNames } from '../basics/misspelling';
import { userError } from '../n8n/nodeErrors';

/**
 * @param text in Keep, which names nothing: one that is misspelled would be archived
 * @param noun what it should be, such as `scope`
 * @param accepted what can be entered for one
 * @param names of all that there are
 */
export function unknownKept(
	text: string,
	noun: string,
	accepted: string,
	names: readonly string[],
): UserError {
	const meant = new KnownNames(names).meantBy(text);
	const guess = meant === undefined ? '' : `.${didYouMean(meant)}`;
	return userError(
		`Keep has "${text}", but there is no such ${noun}${guess}`,
		`Check its spelling: enter ${accepted}. Nothing was written, because the ${noun} that is meant could be archived.`,
	);
}
