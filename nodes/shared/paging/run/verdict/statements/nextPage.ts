import { headerName, isNull, readPath } from '../../../path';
import { PREVIOUS_PAGE } from '../../../response/knownNames';
import { type LinkHeader, readLinkHeader } from '../../../response/linkHeader';
import { lastNameOf } from '../../../response/memberNames';
import { signIn } from './signs';
import { goesOn, said, type ServerStatement } from './statement';

/** `{ "next": null }`, or no next page where the page before had one; a next page that was not read. */
export const nextPage: ServerStatement = {
	isWeak: true,
	proves: ({ dataset, ending, answers: { end }, pages, isContinued }) => {
		const { nextToken } = dataset.pagingScheme?.response ?? {};
		if (!end) return undefined;
		if (nextToken !== undefined && ending?.stopReason === 'noNextToken') {
			const value = isNull(nextToken, end.response) ? null : readPath(nextToken, end.response);
			const isFollowed = pages > 1 || isContinued;
			const link = linkIn(nextToken, value);
			if (link)
				return isFollowed || (link.isWhole && !link.hasOtherLast)
					? `"${nextToken}" has no next page on page ${pages}`
					: undefined;
			// An answer without a body says nothing of it.
			const isKnown = value !== undefined || (isFollowed && end.response.body !== undefined);
			return isKnown ? said(nextToken, value, pages) : undefined;
		}
		const none = end.metadata.noNext.find(({ isAbout }) => isAbout);
		return none && said(none.path, none.value, pages);
	},
	contradicts: (observed) => {
		const { dataset, answers, pages, isContinued } = observed;
		const { nextToken } = dataset.pagingScheme?.response ?? {};
		const { response } = answers.end ?? {};
		const isOnly = response && nextToken !== undefined && pages === 1 && !isContinued;
		if (isOnly && linkIn(nextToken, readPath(nextToken, response))?.hasOtherLast)
			return `More records may follow: "${nextToken}" names a last page, which is not the first one, but no next page.`;
		// A list that is read backwards has newer records there.
		const isBackwards = PREVIOUS_PAGE.test(lastNameOf(nextToken ?? '')) && pages > 1;
		return isBackwards ? undefined : goesOn(signIn(answers.end?.metadata, 'next', observed));
	},
};

/** @returns what a Link header says, if the path is that of one */
function linkIn(path: string, value: unknown): LinkHeader | undefined {
	const isLink = headerName(path)?.toLowerCase() === 'link' && typeof value === 'string';
	return isLink ? readLinkHeader(value) : undefined;
}
