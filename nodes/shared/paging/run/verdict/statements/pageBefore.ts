import { isAddress } from '../../../response/nextPage';
import { startsAtBeginning } from '../observed';
import type { ServerStatement } from './statement';

/** `{ "prev": "https://…?page=0" }` on the first page of all, which cannot have a page before it. */
export const pageBefore: ServerStatement = {
	contradicts: (observed) => {
		const { isContinued, answers } = observed;
		const isFirst = answers.last?.position !== undefined && !isContinued;
		if (!isFirst || !startsAtBeginning(observed)) return undefined;
		const before = answers.first?.metadata.previous.find(
			({ value }) => value === true || isAddress({ value }),
		);
		return (
			before &&
			`Records may be missing at the beginning: the first page contains "${before.path}", so there is a page before it. Check the first page or offset.`
		);
	},
};
