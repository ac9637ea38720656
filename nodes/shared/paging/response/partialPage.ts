import { type AnswerMember, nameOf } from './answerMembers';

/** What says that a page is a part of what was asked for, by its name: `timed_out`, `incomplete_results`. */
const PARTIAL =
	/^(?:is|has|was)?(?:timedout|timeout|partial|incomplete|degraded|aborted|failed|failure|error|errors|terminatedearly)(?:results?|data|response|content|reads?|failures?|errors?)?$/;

/** Those of them that mean nothing else, on the first page, too. */
const CERTAIN = /^(?:is)?(?:timedout|incomplete(?:results?)?|partial(?:results|failures?)?)$/;

/** Lists of what did not work. */
const FAILURE_LIST = /^(?:partial)?fail(?:ures?|ed\w*)$/;

/** Lists of messages. */
const MESSAGE_LIST = /^warnings?$/;

/** Members with a word for how the whole request went, and the words for a part. */
const OUTCOME = /^(?:status|state|result|outcome|completeness)$/;

const PART = /^(?:partial(?:ly)?\b.*|incomplete|degraded|timed.?out)$/i;

/** What says the opposite. */
const WHOLE = /^(?:is|was)?(?:ok|success|successful|succeeded|valid|complete|completed)$/;

/** What counts failures: `{ "_shards": { "failed": 2 } }`. */
const FAILURES = /^err|fail/;

/** What counts records by their state: `{ "stats": { "failed": 2, "passed": 9 } }`. */
const COUNTS = /summar|stat|count|total|aggr|facet|bucket|group/;

/** The parts of a search. */
const PARTS = /shard|cluster|node|source|partition|backend|replica/;

/**
 * Finds what says that a page is incomplete, as far as the server itself knows:
 *
 *     { "timed_out": true, "_shards": { "total": 5, "failed": 2 }, "hits": { … } }
 *
 * @param before values on the page before by their path; `undefined` where there is none
 * @returns the path of it, if it said otherwise on the page before
 */
export function partialSign(
	members: readonly AnswerMember[],
	before: ReadonlyMap<string, AnswerMember['value']> | undefined,
): string | undefined {
	return members.find((member) => {
		const { path, names, value, isListed } = member;
		const name = nameOf(member);
		const earlier = before?.get(path);
		const list = listOf(member);
		if (list !== undefined && FAILURE_LIST.test(list)) return earlier === undefined;
		if (isListed) return MESSAGE_LIST.test(name) && before !== undefined && earlier === undefined;
		if (typeof value === 'string' && PART.test(value))
			return OUTCOME.test(name) && earlier !== undefined && !PART.test(String(earlier));
		if (typeof value === 'boolean') {
			if (!value) return WHOLE.test(name) && earlier === true;
			return (before ? PARTIAL : CERTAIN).test(name) && earlier !== true;
		}
		const parents = names.slice(0, -1);
		if (typeof value !== 'number') return false;
		if (name === 'successful' && parents.some((parent) => PARTS.test(parent)))
			return value < totalBeside(member, members) && !(Number(earlier) === value);
		if (value <= 0 || !FAILURES.test(name)) return false;
		if (parents.some((parent) => PARTS.test(parent))) return before ? !(Number(earlier) > 0) : true;
		return earlier === 0 && !parents.some((parent) => COUNTS.test(parent));
	})?.path;
}

/** @returns the name of the list that a member is in, as it is compared */
function listOf({ names }: AnswerMember): string | undefined {
	const at = names.indexOf('');
	return at > 0 ? names[at - 1] : undefined;
}

/** `{ "_clusters": { "total": 3, "successful": 2 } }` */
function totalBeside({ path }: AnswerMember, members: readonly AnswerMember[]): number {
	const holder = path.slice(0, path.lastIndexOf('.'));
	return Number(members.find((one) => one.path === `${holder}.total`)?.value ?? 0);
}
