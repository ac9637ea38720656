import { LAST_NUMBER } from '../../../response/knownNames';
import { lastNameOf } from '../../../response/memberNames';
import { startsAtBeginning } from '../observed';
import { signIn } from './signs';
import { goesOn, said, type ServerStatement } from './statement';

/** `{ "total_pages": 3 }` */
export const pageCount: ServerStatement = {
	proves: (observed) => {
		const { dataset, answers, pages, counts, isContinued } = observed;
		const { end, last = end } = answers;
		const [named] = last?.metadata.totalPages ?? [];
		const path = dataset.pagingScheme?.response.totalPages ?? named?.path;
		const number = named?.number;
		if (path === undefined || number === undefined || !startsAtBeginning(observed))
			return undefined;
		const isEmpty = end?.records.length === 0;
		const read = isContinued ? pages - Number(isEmpty) : counts.filled;
		// Where pages count from 0, the number of the last one is one less than there are.
		const isLast = read === number || (LAST_NUMBER.test(lastNameOf(path)) && read === number + 1);
		return isLast ? said(path, number, read) : undefined;
	},
	contradicts: (observed) => {
		const { end, last = end } = observed.answers;
		return startsAtBeginning(observed)
			? goesOn(signIn(last?.metadata, 'pages', observed))
			: undefined;
	},
};
