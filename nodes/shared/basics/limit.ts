import { type AnswerLike, namesStatus, textOfRefusal } from './refusal';

/**
 * What a refusal says of a limit: `rate`: it passes within seconds or minutes; `quota`: it may last for a day,
 * or until more was bought.
 */
export type Limit = 'rate' | 'quota';

const TOO_MANY_REQUESTS = 429;

/** Words that mean a rate by themselves. */
const RATE =
	/\brate ?limit|\brate exceeded|\btoo many (?:\w+ )?requests|\bthrottl|\bslow down|\bresource exhausted|\boverloaded|\benhance your calm|\b(?:requests?|queries|calls) per (?:second|minute)\b/;

const LIMIT_OF =
	/\b(?:requests?|api|calls?|concurrency|queries|bandwidth|usage|throughput) limits?\b/;

const QUOTA = /\b(?:quotas?|budget|credits?)\b|\b(?:daily|hourly|monthly) (?:\w+ )?limits?\b/;

const USED_UP = /\b(?:exceed|reach|exhaust|hit\b|used up|out of)/;

/** A quota that is filled up again soon. */
const SOON = /\b(?:second|minute)s?\b/;

/** What a sentence is about that names a limit as a right: `Missing scope rate_limits:read`. */
const RIGHT = /\b(?:scopes?|permissions?|privileges?)\b/;

/** @returns the limit that a refusal reports, in whatever form: by its status, its words, or a code */
export function limitIn(answer: AnswerLike): Limit | undefined {
	if (answer.status === TOO_MANY_REQUESTS) return 'rate';
	const text = textOfRefusal(answer);
	if (namesStatus(answer.body, [TOO_MANY_REQUESTS]) && text !== '') return 'rate';
	const sentences = text.split('. ').filter((sentence) => !RIGHT.test(sentence));
	const says = (...words: readonly RegExp[]) =>
		sentences.some((sentence) => words.every((word) => word.test(sentence)));
	if (says(RATE) || says(LIMIT_OF, USED_UP) || says(QUOTA, USED_UP, SOON)) return 'rate';
	return says(QUOTA, USED_UP) ? 'quota' : undefined;
}
