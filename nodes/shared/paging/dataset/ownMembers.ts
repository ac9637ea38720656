import { excerpt } from '../errors';
import type { FieldReader } from './fieldReader';
import type { EndStatus, OptionalFlag } from './types';

/** Members beyond the specification, and what each of them needs. Elsewhere they are refused. */
export const OWN_MEMBERS = {
	scheme: {
		endStatuses: 'pageBased or offsetAndLimit',
		parametersIn: 'pageBased, offsetAndLimit or nextToken',
	},
	request: { keepParameters: 'nextToken with tokenType url' },
	response: {
		moreRecords: 'pageBased, offsetAndLimit or nextToken',
		lastPage: 'pageBased, offsetAndLimit or nextToken',
		totalPages: 'pageBased with reachTotalCount',
		nextBase: 'nextToken with tokenType url',
	},
} as const;

const END_STATUSES: readonly EndStatus[] = [400, 404, 416];

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
