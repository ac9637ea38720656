import { excerpt } from '../basics/excerpt';
import { isHeaderValue } from '../basics/headerValue';
import { PagingError } from './pagingErrors';
import { withMembers } from './bodyMembers';
import { headerName } from './path';
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
