import type { IDataObject } from 'n8n-workflow';

import { isDataObject, isRecord, isText } from '../basics/guards';
import { memberOf, setMember } from '../basics/members';
import { type RequestHeaders, headerValues } from './deliveryHeaders';
import type { EventRules } from './eventRules';

/** An event, with the names under which it may be selected. */
export interface ReceivedEvent {
	/** The body as it was sent. */
	body: IDataObject;
	/** Such as `pull_request` and `pull_request.opened`; none where the sender gives none. */
	names: string[];
}

/**
 * Reads an event.
 *
 *     { "id": "evt_1", "type": "assessment.status_changed", "data": { "status": "Completed" } }
 *
 * Whether a body is JSON or a form is found out from its bytes, which are signed, and not from its content
 * type, which is not.
 *
 * @param bytes of the body; invalid UTF-8 in them is replaced, since losing an event is worse
 * @returns `undefined` for what is not an event, such as an empty body
 */
export function readEvent(
	bytes: Uint8Array,
	headers: RequestHeaders,
	rules: EventRules,
): ReceivedEvent | undefined {
	// The decoder removes a byte order mark, which is not JSON.
	const text = new TextDecoder().decode(bytes);
	const body = parseBody(text, rules);
	if (!body) return undefined;
	const names = rules.names.flatMap((name) => fillIn(name, body, headers) ?? []);
	return names.length > 0 || !rules.isNamed ? { body, names } : undefined;
}

/** A form is no JSON: JSON that is no object, such as `["a=b"]`, is not one. */
function parseBody(text: string, { hasForms }: EventRules): IDataObject | undefined {
	const value = parseJson(text);
	if (value === NO_JSON) return hasForms ? parseForm(text) : undefined;
	return isDataObject(value) ? value : undefined;
}

const NO_JSON = Symbol('no JSON');

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return NO_JSON;
	}
}

function parseObject(text: string): IDataObject | undefined {
	const value = parseJson(text);
	return isDataObject(value) ? value : undefined;
}

/** Neither a text without an `=` is a form, nor what begins as JSON does and is broken: `{"a=b"`. */
const FORM = /^[^\s=&{["][^\s=&]*=/;

/**
 * Reads a form: `command=review&user_name=roadrunner`, or with the whole event in its only field:
 * `payload=%7B%22action%22%3A%22opened%22%7D`.
 */
function parseForm(text: string): IDataObject | undefined {
	if (!FORM.test(text)) return undefined;
	const fields = [...new URLSearchParams(text)];
	const [[name, value] = ['', '']] = fields;
	if (fields.length === 1 && name === 'payload') return parseObject(value) ?? { payload: value };
	const form: IDataObject = {};
	for (const [field, entry] of fields) setMember(form, field, entry);
	return form;
}

const PATH = /\{([^{}]*)\}/g;

/** @returns a text with the values at its paths; `undefined` unless each of them is text */
function fillIn(name: string, body: IDataObject, headers: RequestHeaders): string | undefined {
	let isComplete = true;
	const filled = name.replace(PATH, (_, path: string) => {
		const value = textAt(path, body, headers);
		if (value === undefined) isComplete = false;
		return value ?? '';
	});
	return isComplete ? filled : undefined;
}

const HEADER = 'header:';

/** @returns the name of the header that a path reads; `undefined` when it leads into the body */
function headerOf(path: string): string | undefined {
	return path.toLowerCase().startsWith(HEADER) ? path.slice(HEADER.length).trim() : undefined;
}

function textAt(path: string, body: IDataObject, headers: RequestHeaders): string | undefined {
	const header = headerOf(path);
	const value = header === undefined ? memberAt(path, body) : headerValues(headers, header)[0];
	return isText(value) ? value : undefined;
}

/** @param path `event.type`; a key that contains the dot itself wins */
export function memberAt(path: string, body: unknown): unknown {
	if (!isRecord(body)) return undefined;
	const own = memberOf(body, path);
	if (own !== undefined) return own;
	const dot = path.indexOf('.');
	return dot < 0 ? undefined : memberAt(path.slice(dot + 1), memberOf(body, path.slice(0, dot)));
}

/**
 * Types that look like the ping that is sent before an endpoint is enabled again, which the specification
 * does not show. Few names only: an event taken for a ping is lost, a ping taken for an event does no harm.
 */
const PING = /^(ping|(webhook|endpoint)[._-](ping|verification|test))$/i;

/** @returns whether a type is that of a verification ping, see {@link PING} */
export function isPing(type: string): boolean {
	return PING.test(type);
}
