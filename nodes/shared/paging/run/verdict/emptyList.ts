import { wordsInstead } from '../../response/reportedError';
import { type Finding, incomplete, type Observed } from './observed';

/**
 * A list without records whose answer has a text beside it: that may be the reason, and no page shows that it
 * stands beside records, too.
 *
 *     { "items": [], "message": "access token is no longer valid" }
 */
export function emptyList({ items, isContinued, answers, dataset }: Observed): Finding[] {
	if (items > 0 || isContinued || !answers.end) return [];
	const words = wordsInstead(answers.end.response.body, dataset.property);
	return incomplete(
		words === undefined ? undefined : `No records were returned, but the API says: ${words}`,
	);
}
