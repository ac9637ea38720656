import { signIn } from './signs';
import type { Observed } from '../observed';
import { goesOn, type ServerStatement } from './statement';

/** `{ "remaining": 30 }`, which may be of a quota. */
export const remaining: ServerStatement = {
	isWeak: true,
	contradicts: (observed) => goesOn(signIn(observed.answers.end?.metadata, 'remaining', observed)),
};

/** The same where it is of the list: what remains falls by the records that are read. */
export const remainder: ServerStatement = {
	contradicts: (observed) => {
		const { last } = observed.answers;
		return isOfList(observed) ? goesOn(signIn(last?.metadata, 'remaining', observed)) : undefined;
	},
};

function isOfList({ answers: { first, last } }: Observed): boolean {
	const [before] = first?.metadata.remaining ?? [];
	const [after] = last?.metadata.remaining ?? [];
	if (!first || !last || !before || before.path !== after?.path) return false;
	return last.read > first.read && before.number - after.number === last.read - first.read;
}
