import { type AnswerLike, namesStatus, saysTogether, textOfRefusal } from './refusal';

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
	/\b(?:requests?|api|calls?|concurrency|queries|bandwidth|usage|throughput|application|user) limits?\b/;

const QUOTA = /\bquotas?\b|\b(?:daily|hourly|monthly) (?:\w+ )?limits?\b/;

const USED_UP = /\b(?:exceed|reach|exhaust|hit\b|used up)/;

/** @returns the limit that a refusal reports, in whatever form: by its status, its words, or a code */
export function limitIn(answer: AnswerLike): Limit | undefined {
	if (answer.status === TOO_MANY_REQUESTS) return 'rate';
	const text = textOfRefusal(answer);
	if (text === '') return undefined;
	if (namesStatus(answer.body, [TOO_MANY_REQUESTS]) || RATE.test(text)) return 'rate';
	if (saysTogether(text, QUOTA, USED_UP)) return 'quota';
	return saysTogether(text, LIMIT_OF, USED_UP) ? 'rate' : undefined;
}
