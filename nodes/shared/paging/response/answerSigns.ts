import { ABOUT_ERROR, COUNT, ERROR_CODE, VERDICT, WENT_WELL } from '../../basics/errorNames';
import { errorWords, saysNoError } from '../../basics/errorWords';
import { excerpt } from '../../basics/excerpt';
import { isText } from '../../basics/guards';
import { beginningOf } from '../../basics/shorten';
import { type AnswerMember, nameOf } from './answerMembers';
import {
	ADDRESS_NAMES,
	COUNT_NAMES,
	LAST_NAMES,
	NEXT_PAGE,
	OFFSET_NAMES,
	PAGING_NAMES,
	PREVIOUS_FLAGS,
	PREVIOUS_PAGE,
	REMAINING_NAMES,
	SIZE_NAMES,
} from './knownNames';
import { toFlag } from './flags';
import { saysNone, saysPastEnd } from './pastEnd';

/** What an answer without records has in the place of a page. */
export interface EndSign {
	/** Whether its names or its words are those of an error. */
	isNamed: boolean;
	/** The words of the answer, with the member: `expired ("code": 401)`. */
	words: string;
	/** The status that the body names, if it does: `{ "statusCode": 429, … }`. */
	status: number | undefined;
}

/** Members with a word for how it went: `{ "result": "NG" }`. */
const OUTCOME = /^(?:result|stat|state|outcome)$/;

/** Lists of messages: `{ "warnings": ["shard 2 failed"] }`. */
const MESSAGES = /^(?:warning|message|notice|problem)s?$/;

/** Members with a sentence for people. */
const SENTENCE =
	/^(?:\w*message|\w*msg|detail|reason|description|title|info|text|notice|note|hint|warning|help|error\w*|fault\w*)$/;

/** Those with what is said of the answer itself: others may describe the list, as `title` does. */
const SAID = /^(?:\w*message|\w*msg|detail|reason|notice|warning)s?$/;

/** How deep a verdict on the whole answer is: `{ "meta": { "code": 401 } }`. */
const DEEPEST_VERDICT = 2;

/** Two words of any language that is written with blanks. */
const WORDS = /\p{L}{2}\P{L}+\p{L}{2}/u;

/** A status of success, or the code of one: 0, 200, 20000. */
const SUCCESS = /^(?:0+|1|2\d\d|20000|ok|true|y|yes|success(?:ful)?|succeeded|done|complete[d]?)$/i;

/** A status, or a code that begins with one, or is below 0: 401, 40001, -1. */
const FAILURE = /^(?:[45]\d\d(?:\d{2,})?|-\d{1,9})$/;

/** What is said to a request that is refused, also as a code: `INVALID_TOKEN`. */
const REFUSAL =
	/\b(?:unauthori[sz]ed|unauthenticated|forbidden|not (?:authenticated|authori[sz]ed|permitted|signed in|logged in)|(?:access|permission|authori[sz]ation) denied|(?:invalid|expired|missing) (?:access |api |auth )?(?:token|session|key|credentials?|signature)|(?:token|session|key|credentials?|signature) (?:is |has )?(?:expired|invalid|missing)|too many requests|rate limit exceeded|internal (?:server )?error)\b/i;

/** Members with a word for how far a request has come, and the words for one that goes on. */
const PROGRESS = /^(?:job|query|task|export|report)?(?:status|state|phase)$/;

const UNDERWAY =
	/^(?:pending|running|queued|processing|in.?progress|accepted|scheduled|started|waiting|preparing|building|initiali[sz]ing|not.?ready)$/i;

/** Flags that are true when an answer is ready. */
const READY = /^(?:is)?(?:ready|(?:job|query|task|export|report)?complete[d]?)$/;

/** What says that all went well: "Query successful", in some languages. */
const WENT_WELL_WORDS =
	/\bsuccess(?:ful|fully)?\b|\berfolgreich|\bsucesso\b|éxito\b|succès\b|成功/iu;

/** What says that it was done, in English: "Vendors retrieved". */
const DONE =
	/\b(?:retrieved|fetched|loaded|listed|returned|executed|completed|processed|finished)[.!]?$/i;

const NOT_DONE = /\b(?:not|never|cannot|only|partly|partially|\w+n't)\b/i;

/** A word for failure alone, whatever its member is called: `{ "state": "ERROR" }`. */
const FAILED = /^(?:error|fail|failed|failure|fault|denied|unauthorized|forbidden|expired)$/i;

const PAGING: ReadonlyArray<ReadonlySet<string>> = [
	...[PAGING_NAMES, SIZE_NAMES, COUNT_NAMES, OFFSET_NAMES, LAST_NAMES],
	...[REMAINING_NAMES, PREVIOUS_FLAGS, ADDRESS_NAMES],
];

/** @returns whether a member says where a page is among others, which is another value on each of them */
function isAboutPaging(name: string): boolean {
	return (
		PAGING.some((names) => names.has(name)) || NEXT_PAGE.test(name) || PREVIOUS_PAGE.test(name)
	);
}

/** @returns whether a value says nothing: `null`, `""`, `0`, `"0"`, `false`, or that there is no error */
export function isNothing(value: AnswerMember['value']): boolean {
	if (typeof value === 'string')
		return value.trim() === '' || Number(value) === 0 || saysNoError(value);
	return value === null || value === false || value === 0;
}

/** @returns whether a member can be the reason why there are no records */
export function saysSomething(member: AnswerMember): boolean {
	const { value, isListed } = member;
	if (isListed || isAboutPaging(nameOf(member)) || value === null || value === '') return false;
	return isVerdict(member) || typeof value === 'boolean' || !isNothing(value);
}

export const isSuccess = (value: AnswerMember['value']) =>
	SUCCESS.test(String(value).trim()) || isNothing(value);

/** @returns whether a member is in one for errors: `{ "errors": [{ "code": 17 }] }`, but not in a record */
export function isAboutError({ names }: AnswerMember): boolean {
	const at = names.findIndex((name) => ABOUT_ERROR.test(name));
	return at !== -1 && !names.slice(0, at).includes('') && !isCount(names);
}

/** `{ "errorCount": 3 }` counts them. */
const isCount = (names: readonly string[]) => COUNT.test(names.at(-1) ?? '');

export function isVerdict(member: AnswerMember): boolean {
	return member.names.length <= DEEPEST_VERDICT && VERDICT.test(nameOf(member));
}

/** @returns whether an error code says that there is none, whatever the text beside it is */
function hasNoErrorCode(members: readonly AnswerMember[]): boolean {
	return members.some(
		(member) =>
			isAboutError(member) &&
			ERROR_CODE.test(nameOf(member)) &&
			isSuccess(member.value) &&
			!isOne(member.value),
	);
}

/**
 * Finds what by its name is an error, where there are no records to contradict it.
 *
 * @returns the members; empty where there is none
 */
export function namedSigns(members: readonly AnswerMember[]): AnswerMember[] {
	const isFine = hasNoErrorCode(members);
	const hasWords = members.some((member) => isSentence(member) && !isNothing(member.value));
	return members.filter((member) => {
		if (isAboutError(member)) return !isFine && !isNothing(member.value);
		const text = String(member.value);
		if (isOff(member) || (!isApart(member) && isRefusal(member))) return true;
		if (!isVerdict(member) || !FAILURE.test(text)) return false;
		return text.length === 3 || hasWords;
	});
}

/**
 * @param members of an answer without records
 * @returns the member that says that the answer is not ready: `{ "jobComplete": false }`
 */
export function notReadySign(members: readonly AnswerMember[]): AnswerMember | undefined {
	return members.find((member) => {
		const { value, names } = member;
		if (names.length > DEEPEST_VERDICT || isApart(member)) return false;
		const name = nameOf(member);
		if (READY.test(name)) return value === false;
		return PROGRESS.test(name) && UNDERWAY.test(String(value).trim());
	});
}

/** A member of an answer that no page before had with this value. */
export interface NewMember extends AnswerMember {
	/** Whether no page before had it at all. */
	isNew: boolean;
	/** Whether it had one value on all pages before, up to the last. */
	wasSteady: boolean;
}

/**
 * Finds what no page before had, or had with another value, and what is more than a number or a mark.
 *
 * @param vouched whether the answer has the verdict of the pages before, which were no errors
 */
export function newSigns(members: readonly NewMember[], vouched: boolean): AnswerMember[] {
	const isFine = hasNoErrorCode(members);
	return members.filter((member) => {
		const { value, isNew, wasSteady, isListed } = member;
		const name = nameOf(member);
		if (saysNotWell(member)) return true;
		if (isNothing(value) || isAboutPaging(name)) return false;
		if (isAboutError(member)) return !isFine;
		if (isVerdict(member))
			return isNew ? !isSuccess(value) || isOne(value) : !SUCCESS.test(String(value));
		if (FAILED.test(String(value).trim())) return true;
		if (isNew && isListed && MESSAGES.test(name)) return true;
		if (vouched || isApart(member) || typeof value !== 'string' || isListed) return false;
		if ((!isNew && !wasSteady) || WENT_WELL_WORDS.test(value)) return false;
		return isSentence(member) || (isNew && WORDS.test(value) && !isDate(value));
	});
}

/**
 * Finds the text that may be the reason why no page has records, `{ "items": [], "message": "Sign in again" }`: it is
 * said of the answer, and neither that all went well nor that there is nothing to return.
 *
 * @returns the members; empty where there is none, and where the answer says that it is a success
 */
export function reasonSigns(members: readonly AnswerMember[]): AnswerMember[] {
	if (members.some(saysSuccess)) return [];
	return members.filter((member) => {
		const { value } = member;
		if (typeof value !== 'string' || isNothing(value) || isApart(member)) return false;
		if (!SAID.test(nameOf(member)) && !isInMessages(member)) return false;
		const isDone = WENT_WELL_WORDS.test(value) || (DONE.test(value) && !NOT_DONE.test(value));
		if (isDone || saysNone(value) || isDate(value)) return false;
		return WORDS.test(value) || FAILED.test(value.trim());
	});
}

/** @returns whether a member says how the request went, and that it went well */
export function saysSuccess(member: AnswerMember): boolean {
	const isFlag = /^(?:ok|success|successful)$/.test(nameOf(member)) && member.value === true;
	const isSaid = isVerdict(member) && member.value !== null && member.value !== '';
	return isFlag || (isSaid && isSuccess(member.value));
}

/** `{ "messages": [{ "text": "…" }] }` */
function isInMessages({ names }: AnswerMember): boolean {
	return MESSAGES.test(names[names.indexOf('') - 1] ?? '');
}

/** 1 is a success to some servers, and an error to others: they have it on each page. */
const isOne = (value: AnswerMember['value']) => String(value).trim() === '1';

/** @returns whether a member says that the request did not go well: it never was so on a page before */
function saysNotWell(member: NewMember): boolean {
	const { value, isNew, wasSteady } = member;
	const name = nameOf(member);
	if (value === null || value === '' || member.names.length > DEEPEST_VERDICT) return false;
	if (WENT_WELL.test(name)) return isOff(member);
	if (isNew || !wasSteady) return false;
	const isNone = isNothing(value) || toFlag(value) === false;
	return isVerdict(member) ? isNone : OUTCOME.test(name) && !isSuccess(value);
}

/** `{ "isSuccess": false }` */
function isOff(member: AnswerMember): boolean {
	const { value, names } = member;
	if (!WENT_WELL.test(nameOf(member)) || names.length > DEEPEST_VERDICT) return false;
	return value !== null && value !== '' && (isNothing(value) || toFlag(value) === false);
}

/** @returns whether the words or the code of a member say that the request was refused */
function isRefusal(member: AnswerMember): boolean {
	if (!isSentence(member) && !isVerdict(member)) return false;
	return REFUSAL.test(String(member.value).replaceAll(/[_-]/g, ' '));
}

/** What a request was, which some answers repeat: `{ "query": { "text": "open vendors" } }`. */
const REPEATED = /^(?:request|query|params|parameters|filters?|criteria|search|sort)$/;

/** @returns whether a text is about the request, or in a list of other things than messages: `{ "facets": [ … ] }` */
function isApart({ names }: AnswerMember): boolean {
	const list = names.indexOf('');
	const isInOther =
		list > 0 && !/message|msg|detail|reason|notice|warning/.test(names[list - 1] ?? '');
	return isInOther || names.slice(0, -1).some((name) => REPEATED.test(name));
}

const isSentence = (member: AnswerMember) =>
	typeof member.value === 'string' && SENTENCE.test(nameOf(member));

/** `Date.parse` also reads the date at the end of a sentence: "Your trial has ended on 2026-01-01". */
const DATE_START = /^\s*(?:\d|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},?\s|[a-z]{3,9}\.? \d)/i;

const isDate = (text: string) => DATE_START.test(text) && !Number.isNaN(Date.parse(text));

/**
 * @param body with the signs
 * @returns what the signs say; `end` where their words mean that there are no more pages
 */
export function toEndSign(
	body: unknown,
	signs: readonly AnswerMember[],
): EndSign | 'end' | undefined {
	if (signs.length === 0) return undefined;
	const texts = signs.flatMap(({ value }) => (isText(value) ? [value] : []));
	const said = errorWords(body);
	if ([said, ...texts].some(saysPastEnd)) return 'end';
	const codes = signs.filter((sign) => isVerdict(sign) || ERROR_CODE.test(nameOf(sign)));
	const [code] = codes;
	const sentence = signs.find(({ value }) => isText(value) && WORDS.test(value)) ?? undefined;
	const own = sentence ?? signs.find((sign) => isText(sign.value) && sign !== code);
	const words = said || beginningOf(String(own?.value ?? ''));
	const shown = code ?? (words === '' ? signs[0] : undefined);
	const member = shown && `"${shown.path.replaceAll('.*', '')}": ${excerpt(shown.value)}`;
	const status = codes.map(({ value }) => Number(value)).find(isStatus);
	return {
		isNamed: signs.some((sign) => isAboutError(sign) || isVerdict(sign)),
		words: words === '' ? (member ?? '') : member ? `${words} (${member})` : words,
		status,
	};
}

const isStatus = (value: number) => Number.isInteger(value) && value >= 400 && value < 600;
