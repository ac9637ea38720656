import { excerpt, kindOf } from '../errors';
import { readPath } from '../response/path';
import type { PageContext, Step } from './strategy';

/** What the two counting schemes have in common. */
export interface Counting {
	first: number;
	step: number;
	/** Path to the total; `undefined` under noDataLeft. */
	totalPath: string | undefined;
	covers: (position: number, total: number) => boolean;
}

/**
 * Counts on, until the total is covered where one is asked for.
 *
 * @returns the next position; the end with `pathNotFound` when the total is missing or no number
 */
export function countOn(counting: Counting, context: PageContext<number>): Step<number> {
	const position = context.position + counting.step;
	if (counting.totalPath === undefined) return { kind: 'next', position };

	const found = readPath(counting.totalPath, context.response);
	const total = found.found ? asTotal(found.value) : undefined;
	if (total === undefined) {
		const state = found.found
			? `${kindOf(found.value)}, ${excerpt(found.value)}, not a number of records`
			: 'nothing';
		const notice = `pagingScheme.response.totalCount ${counting.totalPath} holds ${state} on page ${context.page}; reading ended there.`;
		return { kind: 'end', stopReason: 'pathNotFound', notice };
	}
	return counting.covers(position, total)
		? { kind: 'end', stopReason: 'reachTotalCount', total }
		: { kind: 'next', position, total };
}

/** @returns a count that came as number or as digits; never a guess */
function asTotal(value: unknown): number | undefined {
	const total = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
	return typeof total === 'number' && Number.isInteger(total) && total >= 0 ? total : undefined;
}

/** @returns whether a position is one that counting reaches */
export function reaches(
	{ first, step }: Pick<Counting, 'first' | 'step'>,
	position: unknown,
): position is number {
	return (
		typeof position === 'number' &&
		Number.isSafeInteger(position) &&
		position >= first &&
		(position - first) % step === 0
	);
}
