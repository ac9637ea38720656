import { field, fieldText } from '../../../fieldText';
import { readPath } from '../../../path';
import { LAX_FLAGS } from '../../../response/knownNames';
import { lastNameOf } from '../../../response/memberNames';
import type { Flag } from '../../../response/metadata';
import { flagOf } from '../../../response/moreSigns';
import { type Observed, pathsToEnd } from '../observed';
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
		const { dataset, answers, ending } = observed;
		const { lastPage = '' } = dataset.pagingScheme?.response ?? {};
		if (!SUCCESS.test(lastNameOf(lastPage))) {
			const sign = signIn(answers.end?.metadata, 'flag', observed);
			if (sign || ending?.stopReason !== 'noNextPage') return goesOn(sign);
			const [other] = othersOn(observed).filter(({ name }) => !LAX_FLAGS.has(name));
			return goesOn(other && { kind: 'flag', path: other.path, value: other.value });
		}
		return fieldText`${field('pagingScheme.response.lastPage')} "${lastPage}" says whether the request has succeeded, which is true on every page, so only one page was read.`;
	},
	doubts: (observed) => othersOn(observed).length > 0,
};

/** @returns the flags that say that there is more, although another one says that it is the end */
function othersOn(observed: Observed): Flag[] {
	const { flags = [] } = observed.answers.end?.metadata ?? {};
	const known = pathsToEnd(observed);
	return flags.filter(({ isAbout, hasMore, path }) => isAbout && hasMore && !known.includes(path));
}

/** @returns whether the answer read last has a flag that says that it is the end */
export function isFlaggedEnd({ answers: { end } }: Observed): boolean {
	return end !== undefined && flagOf(end.metadata)?.hasMore === false;
}
