import { excerpt } from '../basics/excerpt';
import { isRecord } from '../basics/guards';
import { isHeaderValue } from '../basics/headerValue';
import { memberOf, setMember } from '../basics/members';
import { PagingError } from './pagingErrors';
import { headerName, readPath } from './path';
import type { JsonObject, PageRequest, Parameters } from './types';
import { withQuery } from './url';

/** The method of a dataset, and what is sent with it besides the parameters of paging. */
export type Call = { method: 'GET' } | { method: 'POST'; body: JsonObject };

/** Where the parameters of paging are sent; for GraphQL, the body has them in its variables. */
export type ParametersIn = 'query' | 'body';

/**
 * Puts a page's parameters into the query for GET and into the body for POST (paging-schemes, "What
 * the service does"), and those that are named `header:Name` into the headers.
 *
 * @param url absolute URL of the dataset
 * @param parametersIn where a POST has them
 * @throws PagingError when a header cannot have the value
 */
export function buildRequest(
	call: Call,
	url: string,
	parameters: Parameters,
	parametersIn: ParametersIn = 'body',
): PageRequest {
	const others = parameters.filter(([name]) => headerName(name) === undefined);
	const headers = parameters.flatMap(([name, value]) => {
		const header = headerName(name);
		if (header === undefined || value === undefined) return [];
		const text = String(value);
		// Without what axios leaves out, it would be the cursor of another page.
		if (isHeaderValue(text)) return [[header, text]];
		throw new PagingError(
			`The header ${header} cannot contain ${excerpt(text)}; the page was not requested.`,
			'Check the path of the token, and where the API expects it. It may have to be sent in another place, such as the query.',
		);
	});
	const isPost = call.method === 'POST';
	const isInBody = isPost && parametersIn === 'body';
	return {
		method: call.method,
		url: isInBody ? url : withQuery(url, others),
		...(isPost && { body: withMembers(call.body, isInBody ? others : []) }),
		...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
	};
}

/**
 * Writes a position into the text that an API wants as the value of its parameter.
 *
 * @param template text with `{position}`; `{last}` is the last record of the page, counted like an
 *   offset, and `{size}` the page size. Without it, the position is the value.
 */
export function valueOf(
	template: string | undefined,
	position: string | number,
	size = 0,
): string | number {
	if (template === undefined) return position;
	const values = { position, size, last: Number(position) + size - 1 };
	return template.replace(/\{(position|size|last)\}/g, (_, name: keyof typeof values) =>
		String(values[name]),
	);
}

/**
 * @param request the part `request` of a paging scheme
 * @returns whether its requests say how many records a page is to have: by a parameter of its own, or in
 *   the template, such as `{position}-{last}`
 */
export function sendsSize({
	limitParameter,
	valueTemplate = '',
}: {
	limitParameter?: string | undefined;
	valueTemplate?: string | undefined;
}): boolean {
	return limitParameter !== undefined || /\{(size|last)\}/.test(valueTemplate);
}

/**
 * Sets members of a body. A dotted name writes a nested member, unless the body has that very key.
 *
 * @returns a deep copy; the original body is never changed, whatever the sender does
 */
export function withMembers(
	body: JsonObject,
	parameters: ReadonlyArray<readonly [name: string, value: unknown]>,
): JsonObject {
	const copy = structuredClone(body);
	for (const [name, value] of parameters) {
		if (value === undefined) continue;
		const names = Object.hasOwn(copy, name) ? [name] : name.split('.');
		const last = names.pop() ?? name;
		let parent = copy;
		for (const segment of names) {
			const member = memberOf(parent, segment);
			const next = isRecord(member) ? member : {};
			setMember(parent, segment, next);
			parent = next;
		}
		// An array is a part of a response, and of the resume point.
		setMember(parent, last, structuredClone(value));
	}
	return copy;
}

/**
 * @returns the part of a dotted parameter name at which the body contains something other than an
 *   object, so that writing below it would destroy it; `undefined` when nothing is in the way
 */
export function blockedBy(body: JsonObject, name: string): string | undefined {
	if (Object.hasOwn(body, name)) return undefined;
	const names = name.split('.').slice(0, -1);
	const parents = names.map((_, at) => names.slice(0, at + 1).join('.'));
	return parents.find((path) => !isRecord(readPath(path, { body }) ?? {}));
}
