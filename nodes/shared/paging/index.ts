/**
 * Reads every page of a REST or GraphQL interface as a dataset's paging scheme describes it. Depends
 * on no HTTP library and not on n8n: the caller passes a `send` function.
 *
 * @example
 * const { dataset, warnings } = validateDataset(JSON.parse(text));
 * const send: Send = async ({ method, url, body, headers = {} }, { signal }) => {
 * 	const options = { method, url, data: body ?? null, headers, signal, validateStatus: () => true };
 * 	const { status, headers: answered, data } = await axios.request(options);
 * 	return { status, headers: { ...answered }, body: data };
 * };
 * const pages = paginate(dataset, { send, warnings, limits: { maxPages: 50 } });
 * const summary = await forEachPage(pages, ({ items }) => store(items));
 */
export type * from './dataset/types';
export { validateDataset } from './dataset/validate';
export { DatasetError, PagingError, ResumeError } from './pagingErrors';
export type { FieldName, FieldText, Say } from './fieldText';
export { forEachPage, paginate } from './run/paginate';
export type * from './types';
export type { ParametersIn } from './request';
