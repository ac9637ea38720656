import type { MoreFlag } from '../dataset/types';
import { excerpt, kindOf, PagingError } from '../errors';
import { toFlag } from '../response/metadata/names';
import { readPath } from '../response/path';
import type { PageContext, Step, Strategy } from './types';

/** A flag may also be written as a digit. */
const DIGITS = new Map<unknown, boolean>([
	[1, true],
	['1', true],
	[0, false],
	['0', false],
]);

/**
 * Lets a flag in each response decide whether there are more pages. Beyond the specification.
 *
 * @param strategy how pages are requested and found; its `next` is replaced
 * @param emptyIsLast whether an empty page without the flag is the last one
 * @returns the strategy
 */
export function withFlag<S extends Strategy>(strategy: S, flag: MoreFlag, emptyIsLast: boolean): S {
	const next = strategy.next.bind(strategy);
	return Object.assign(strategy, {
		readsFlag: true,
		next: (context: PageContext) => {
			if (emptyIsLast && context.records === 0 && !readPath(pathOf(flag), context.response).found) {
				return { kind: 'end', stopReason: 'noDataLeft' };
			}
			return decide(flag, context, next(context));
		},
	});
}

function pathOf({ moreRecords, lastPage }: MoreFlag): string {
	return moreRecords ?? lastPage;
}

/** @param step what would follow the page without the flag */
function decide(flag: MoreFlag, { response, page }: PageContext, step: Step): Step {
	const isLast = flag.moreRecords === undefined;
	const path = pathOf(flag);
	const field = `pagingScheme.response.${isLast ? 'lastPage' : 'moreRecords'} "${path}"`;
	const total = step.total === undefined ? {} : { total: step.total };
	const found = readPath(path, response);
	if (!found.found) {
		const notice = `${field} was not found on page ${page}; reading stopped there.`;
		return { kind: 'end', stopReason: 'pathNotFound', notice, ...total };
	}
	const digit = typeof found.value === 'string' ? found.value.trim() : found.value;
	const isSet = toFlag(found.value) ?? DIGITS.get(digit);
	if (isSet === undefined) {
		const error = new PagingError(
			`${field} contains ${kindOf(found.value)}, ${excerpt(found.value)}, not true or false.`,
			`Set ${field.slice(0, field.indexOf(' '))} to the path of the flag itself, or clear it.`,
		);
		return { kind: 'error', error };
	}
	if (isSet === isLast) return { kind: 'end', stopReason: 'noNextPage', ...total };
	return step.kind === 'end' ? contradicted(step, field, page) : step;
}

/** The flag says that there are more pages, but nothing else leads to the next one. */
function contradicted(step: Step & { kind: 'end' }, field: string, page: number): Step {
	if (step.stopReason === 'noNextToken') {
		const error = new PagingError(
			`Page ${page} reports more pages by ${field}, but names no next page.`,
			'Compare pagingScheme.response.nextToken with a response of the API.',
		);
		return { kind: 'error', error };
	}
	if (step.stopReason !== 'reachTotalCount') return step;
	const notice = `${field} reports more pages after page ${page}, although the total was reached; reading stopped there.`;
	return { ...step, notice };
}
