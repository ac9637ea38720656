import type { Design, JsonObject, Reading } from './types';

/**
 * @param pageSize records per page; by default the largest that the API allows
 * @returns the dataset that reads a design, as a `dataSource.json` has it; its URL is relative
 */
export function datasetOf(
	design: Design,
	reading: Reading = design.readings[0],
	pageSize?: number,
): JsonObject {
	const { property, path = design.path, pagingScheme } = reading;
	const { method, body } = design;
	return {
		url: path,
		method: method ?? 'GET',
		property,
		...(body && { body }),
		pagingScheme: pageSize === undefined ? pagingScheme : withPageSize(pagingScheme, pageSize),
	};
}

function withPageSize(pagingScheme: JsonObject, limitValue: number): JsonObject {
	const request = pagingScheme.request as JsonObject;
	if (!('limitValue' in request)) return pagingScheme;
	return { ...pagingScheme, request: { ...request, limitValue } };
}
