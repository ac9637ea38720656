/**
 * Reads every page of a REST or GraphQL interface as a dataset's paging scheme describes it. Knows
 * no HTTP library and no n8n: a `send` function is handed in.
 *
 * @example
 * const { dataset, warnings } = validateDataset(JSON.parse(text));
 * const send: Send = async ({ method, url, body }, { signal }) => {
 * 	const options = { method, url, data: body ?? null, signal, validateStatus: () => true };
 * 	const { status, headers, data } = await axios.request(options);
 * 	return { status, headers: { ...headers }, body: data };
 * };
 * const pages = paginate(dataset, { send, warnings, limits: { maxPages: 50 } });
 * const summary = await forEachPage(pages, ({ items }) => store(items));
 */
export type { PageResponse } from './response/answer';
export type {
	Dataset,
	GraphqlDataset,
	PagingScheme,
	RestDataset,
	UnpagedDataset,
} from './dataset/types';
export { DatasetError, PagingError } from './errors';
export type { Clock, Limits, PagingOptions, Send, SendControl } from './run/options';
export { forEachPage, paginate, type Pages } from './run/paginate';
export type { ResponseHeaders } from './response/path';
export type { PageRequest } from './request';
export { ResumeError, type ResumePoint } from './run/resume';
export type { Page, StopReason, Summary } from './run/summary';
export { validateDataset, type ValidatedDataset } from './dataset/validate';
