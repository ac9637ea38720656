import type { FieldText } from '../../../fieldText';
import type { MoreSign } from '../../../response/moreSigns';
import type { Observed } from '../observed';

/** One kind of what an API can say about its list besides the records, as it is weighed at the end of a run. */
export interface ServerStatement {
	/** @returns what was said that proves that the whole list was read, `"total" is 230 on page 3`; `undefined` if it was not */
	proves?(observed: Observed): FieldText | undefined;
	/** @returns what was said that contradicts it, as a sentence; `undefined` if nothing was */
	contradicts?(observed: Observed): FieldText | undefined;
	/**
	 * Whether what contradicts may mean something else, and is only reported where nothing clearer is said
	 * of the end: a link to the next page stays after a flag of the end in some APIs.
	 */
	isWeak?: boolean;
	/** @returns whether something was said that is no reason to doubt the records, but does not fit what proves that they are all */
	doubts?(observed: Observed): boolean;
}

/**
 * @param path where it was said
 * @param at number of the page with it
 */
export function said(path: string, value: unknown, at: number): FieldText {
	const shown = value === '' ? 'empty' : value === undefined ? 'missing' : String(value).trim();
	return `"${path}" is ${shown} on page ${at}`;
}

/** @returns a sign of more records as a sentence; `undefined` when there is none */
export function goesOn(sign: MoreSign | undefined): FieldText | undefined {
	if (!sign) return undefined;
	const value = sign.kind === 'next' ? '' : `: ${String(sign.value)}`;
	return `More records may follow: the last response contains "${sign.path}"${value}, but reading stopped there.`;
}
