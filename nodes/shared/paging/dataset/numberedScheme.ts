import { excerpt } from '../errors';
import type { FieldReader } from './fieldReader';
import type {
	EndStatus,
	OptionalFlag,
	OptionalLimit,
	PageBasedScheme,
	RequiredLimit,
	SchemeFields,
	Template,
	UntilNoDataLeft,
	UntilTotal,
} from './types';

const STOPS = ['noDataLeft', 'reachTotalCount'] as const;

const END_STATUSES: readonly EndStatus[] = [400, 404, 416];

/** Reads a pageBased scheme. Pages start at 1 by default; a total is compared with `limitValue`. */
export function readPageBased({
	scheme,
	request,
	response,
	warnings,
}: SchemeFields): PageBasedScheme {
	const pageUntil = scheme.oneOf('pageUntil', STOPS, ' with pageBased');
	const pageParameter = request.requiredText(
		'pageParameter',
		'Enter the name of the parameter for the page number, such as page.',
	);
	const start = request.integer('pageStartingValue', 0);
	if (start === undefined) {
		warnings.push(`${request.nameOf('pageStartingValue')} is not set; pages are read from 1.`);
	}
	const page = { pageParameter, pageStartingValue: start ?? 1, ...readTemplate(request) };
	const type = { type: 'pageBased', ...readEndStatuses(scheme) } as const;
	if (pageUntil === 'noDataLeft') {
		return { ...type, request: { ...page, ...optionalLimit(request) }, ...untilNoData(response) };
	}
	const totalPages = response.text('totalPages');
	if (totalPages === undefined) {
		return { ...type, request: { ...page, ...requiredLimit(request) }, ...untilTotal(response) };
	}
	if (response.text('totalCount') !== undefined) {
		const what = `cannot be set together with ${response.nameOf('totalCount')}`;
		throw response.wrong('totalPages', what, 'Remove one of them.');
	}
	return {
		...type,
		request: { ...page, ...optionalLimit(request) },
		pageUntil,
		response: { totalPages, ...readFlag(response) },
	};
}

/**
 * @returns the text that contains the position, if one is set
 * @throws DatasetError when it does not contain it, or needs a page size that is not set
 */
export function readTemplate(request: FieldReader): Template {
	const valueTemplate = request.text('valueTemplate');
	if (valueTemplate === undefined) return {};
	const wrong = (what: string, fix: string) => request.wrong('valueTemplate', what, fix);
	if (!valueTemplate.includes('{position}')) {
		throw wrong('does not contain {position}', 'Write {position} where the API wants it.');
	}
	if (/\{(size|last)\}/.test(valueTemplate) && request.value('limitValue') === undefined) {
		throw wrong('needs a page size', `Set ${request.nameOf('limitValue')}.`);
	}
	return { valueTemplate };
}

/** @returns the stop condition of a scheme that reads up to an empty page */
export function untilNoData(response: FieldReader): UntilNoDataLeft {
	const { moreRecords, lastPage } = readFlag(response);
	const pageUntil = 'noDataLeft';
	if (moreRecords !== undefined) return { pageUntil, response: { moreRecords } };
	return lastPage === undefined ? { pageUntil } : { pageUntil, response: { lastPage } };
}

/** @returns the stop condition of a scheme that reads up to a total */
export function untilTotal(response: FieldReader): UntilTotal {
	const totalCount = response.requiredText(
		'totalCount',
		'Enter the path of the total number of records, or set pagingScheme.pageUntil to noDataLeft.',
	);
	return { pageUntil: 'reachTotalCount', response: { totalCount, ...readFlag(response) } };
}

/** @returns the page size, which a scheme counts with */
export function requiredLimit(request: FieldReader): RequiredLimit {
	const limitParameter = request.text('limitParameter');
	const limitValue = request.integer('limitValue', 1);
	if (limitValue === undefined) {
		throw request.wrong('limitValue', 'is missing', 'Set it to the number of records per page.');
	}
	return limitParameter === undefined ? { limitValue } : { limitParameter, limitValue };
}

/** @returns the page size, which a scheme needs only if it names a parameter for it */
export function optionalLimit(request: FieldReader): OptionalLimit {
	if (request.text('limitParameter') !== undefined) {
		const { limitParameter = '', limitValue } = requiredLimit(request);
		return { limitParameter, limitValue };
	}
	const limitValue = request.integer('limitValue', 1);
	return limitValue === undefined ? {} : { limitValue };
}

/**
 * @returns the flag that says whether there are more pages, if one is set
 * @throws DatasetError when both of its forms are set
 */
export function readFlag(response: FieldReader): OptionalFlag {
	const [moreRecords, lastPage] = [response.text('moreRecords'), response.text('lastPage')];
	if (moreRecords === undefined) return lastPage === undefined ? {} : { lastPage };
	if (lastPage === undefined) return { moreRecords };
	const what = `cannot be set together with ${response.nameOf('moreRecords')}`;
	throw response.wrong('lastPage', what, 'Remove the one that the API does not return.');
}

/**
 * @returns the statuses that end numbered pages, if any are set
 * @throws DatasetError when one of them can mean something else
 */
export function readEndStatuses(scheme: FieldReader): { endStatuses?: EndStatus[] } {
	const fix = `Set ${scheme.nameOf('endStatuses')} to an array such as [404].`;
	const endStatuses = scheme.list('endStatuses', fix)?.map((entry) => {
		const status = END_STATUSES.find((candidate) => String(candidate) === String(entry));
		if (status !== undefined) return status;
		const what = `cannot contain ${excerpt(entry)}; valid values: ${END_STATUSES.join(', ')}`;
		throw scheme.wrong('endStatuses', what, fix);
	});
	return endStatuses === undefined ? {} : { endStatuses };
}
