import { isEndSaidOtherwise, signIn } from './signs';
import { goesOn, type ServerStatement } from './statement';

/** `{ "remaining": 30 }` */
export const remaining: ServerStatement = {
	contradicts: (observed) =>
		isEndSaidOtherwise(observed)
			? undefined
			: goesOn(signIn(observed.answers.end?.metadata, 'remaining', observed)),
};
