import type { IExecuteFunctions } from 'n8n-workflow';

import type { OperationResult } from '../../shared/node/types';

/** @returns the input items as they are, as the result of an operation that passes them on */
export function* inputItems(
	context: IExecuteFunctions,
	itemCount: number,
): Generator<OperationResult> {
	for (let index = 0; index < itemCount; index++) {
		const { json = {}, binary } = context.getInputData()[index] ?? {};
		yield { items: [index], records: [{ json, ...(binary && { binary }) }] };
	}
}
