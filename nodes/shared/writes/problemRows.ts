import { ExpressionError, type IDataObject, UserError } from 'n8n-workflow';

import { asText } from '../n8n/html';
import type { FailedResult } from '../node/operation';
import { textsOf } from '../service/serviceError';

/** Errors of the input, as opposed to those of the service. */
const PROBLEMS = [UserError, ExpressionError];

/** @returns whether an error is about the input: in a dry run it is a row, and hides none of the others */
export function isProblem({ error }: FailedResult): boolean {
	return PROBLEMS.some((type) => error instanceof type);
}

/** What is wrong with an input item, or with the run as a whole. */
export interface Problem {
	items: number[];
	why: string;
	row: IDataObject;
}

/** @returns what is wrong with the input, a row for each item that has it */
export function problemsOf({ items, error, source }: FailedResult): Problem[] {
	const { message, description } = textsOf(error);
	const why = asText(message);
	const fix = description.map(asText).join('\n');
	const about = { action: 'error', why, fix, warning: '' };
	if (items.length === 0) return [{ items, why, row: { ...about, row: null } }];
	return items.map((item) => {
		const row = { ...about, row: item + 1, ...source?.(item) };
		return { items: [item], why, row };
	});
}
