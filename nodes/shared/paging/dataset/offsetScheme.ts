import {
	readEndStatuses,
	readTemplate,
	requiredLimit,
	untilNoData,
	untilTotal,
} from './numberedScheme';
import type { OffsetScheme, SchemeFields } from './types';

const STOPS = ['noDataLeft', 'reachTotalCount'] as const;

/** Reads an offsetAndLimit scheme. Offsets start at 0 by default and rise by `limitValue`. */
export function readOffset({ scheme, request, response }: SchemeFields): OffsetScheme {
	const pageUntil = scheme.oneOf('pageUntil', STOPS, ' with offsetAndLimit');
	const offset = {
		offsetParameter: request.requiredText(
			'offsetParameter',
			'Enter the name of the parameter for the offset, such as offset.',
		),
		offsetStartingValue: request.integer('offsetStartingValue', 0) ?? 0,
		...requiredLimit(request),
		...readTemplate(request),
	};
	const type = { type: 'offsetAndLimit', request: offset, ...readEndStatuses(scheme) } as const;
	return pageUntil === 'noDataLeft'
		? { ...type, ...untilNoData(response) }
		: { ...type, ...untilTotal(response) };
}
