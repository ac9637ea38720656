import { headerName, isNull, readPath } from '../../../path';
import { isEndSaidOtherwise, signIn } from './signs';
import { goesOn, said, type ServerStatement } from './statement';

/** `{ "next": null }`, or no next page where the page before had one; a next page that was not read. */
export const nextPage: ServerStatement = {
	proves: ({ dataset, ending, answers: { end }, pages, isContinued }) => {
		const { nextToken } = dataset.pagingScheme?.response ?? {};
		if (!end) return undefined;
		if (nextToken !== undefined && ending?.stopReason === 'noNextToken') {
			const value = isNull(nextToken, end.response) ? null : readPath(nextToken, end.response);
			if (headerName(nextToken)?.toLowerCase() === 'link' && value !== undefined)
				return `"${nextToken}" has no next page on page ${pages}`;
			const isKnown = value !== undefined || pages > 1 || isContinued;
			return isKnown ? said(nextToken, value, pages) : undefined;
		}
		const none = end.metadata.noNext.find(({ isAbout }) => isAbout);
		return none && said(none.path, none.value, pages);
	},
	contradicts: (observed) =>
		isEndSaidOtherwise(observed)
			? undefined
			: goesOn(signIn(observed.answers.end?.metadata, 'next', observed)),
};
