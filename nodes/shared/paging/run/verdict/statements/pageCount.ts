import { LAST_NUMBER } from '../../../response/knownNames';
import { lastNameOf } from '../../../response/memberNames';
import { type Observed, startsAtBeginning } from '../observed';
import { signIn } from './signs';
import { goesOn, said, type ServerStatement } from './statement';

/** Where pages count from 0, the number of the last one is one less than there are: `{ "maxPage": 4 }`. */
export function mayBeLastNumber(path: string, { first }: Observed): boolean {
	return first === 0 && LAST_NUMBER.test(lastNameOf(path));
}

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
		const isNumber = LAST_NUMBER.test(lastNameOf(path));
		const isLast = read === number || (isNumber && read === number + 1);
		return isLast ? said(path, number, read) : undefined;
	},
	contradicts: (observed) => {
		const { end, last = end } = observed.answers;
		return startsAtBeginning(observed)
			? goesOn(signIn(last?.metadata, 'pages', observed))
			: undefined;
	},
};
