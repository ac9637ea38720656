import type { Answer, Problem } from './types';

/** Statuses that most APIs answer with. */
const STATUSES: Record<Problem['kind'], number> = {
	path: 404,
	method: 405,
	credential: 401,
	header: 400,
	parameter: 400,
	size: 400,
	position: 400,
};

/**
 * @param shape the body of an error of this API
 * @param statuses where they differ from the usual ones
 * @returns what the API answers to a request that it refuses
 */
export function refusing(
	shape: (message: string, status: number, problem: Problem) => unknown,
	statuses: Partial<Record<Problem['kind'], number>> = {},
): (problem: Problem) => Answer {
	return (problem) => {
		const status = { ...STATUSES, ...statuses }[problem.kind];
		return { status, body: shape(problem.message, status, problem) };
	};
}
