import { field, fieldText } from '../../../fieldText';
import { readPath } from '../../../path';
import { lastNameOf } from '../../../response/memberNames';
import { flagOf } from '../../../response/moreSigns';
import type { Observed } from '../observed';
import { signIn } from './signs';
import { goesOn, said, type ServerStatement } from './statement';

/** Names of a flag that says whether the request has succeeded, which is true on every page. */
const SUCCESS = /^(?:ok|success|successful|status|valid)$/;

/** `{ "has_more": false }`, `{ "is_last": true }`, or a flag of any other name that is configured. */
export const flag: ServerStatement = {
	proves: ({ dataset, ending, answers: { end }, pages }) => {
		if (!end) return undefined;
		const { moreRecords, lastPage, pageInfo } = dataset.pagingScheme?.response ?? {};
		const path = pageInfo === undefined ? (moreRecords ?? lastPage) : `${pageInfo}.hasNextPage`;
		if (path !== undefined && ending?.stopReason === 'noNextPage')
			return said(path, readPath(path, end.response), pages);
		const found = flagOf(end.metadata);
		return found && !found.hasMore ? said(found.path, found.value, pages) : undefined;
	},
	contradicts: (observed) => {
		const { dataset, answers } = observed;
		const { lastPage = '' } = dataset.pagingScheme?.response ?? {};
		if (!SUCCESS.test(lastNameOf(lastPage)))
			return goesOn(signIn(answers.end?.metadata, 'flag', observed));
		return fieldText`${field('pagingScheme.response.lastPage')} "${lastPage}" says whether the request has succeeded, which is true on every page, so only one page was read.`;
	},
};

/** @returns whether the answer read last has a flag that says that it is the end */
export function isFlaggedEnd({ answers: { end } }: Observed): boolean {
	return end !== undefined && flagOf(end.metadata)?.hasMore === false;
}
