import type { IDataObject } from 'n8n-workflow';

import type { InputItem } from '../../../../shared/node/inputItem';
import { skipsOthers } from '../../../../shared/node/onError';
import type { FailedResult } from '../../../../shared/node/operation';
import type { StepResult } from '../../../../shared/writes/step';
import { pathText } from './existingScopes';
import { SkippedError, type TreeRow } from './treeRows';

/** Adds to errors which row of the table an item is. */
export async function* withSource(
	results: AsyncIterable<StepResult | FailedResult>,
	rows: TreeRow[],
): AsyncGenerator<StepResult | FailedResult> {
	for await (const result of results)
		yield 'error' in result ? { ...result, source: sourceOf(rows) } : result;
}

function sourceOf(rows: TreeRow[]): (item: number) => IDataObject {
	const byItem = new Map(rows.map((row) => [row.itemIndex, row]));
	return (item) => {
		const { names } = byItem.get(item) ?? {};
		return { ...(names && { path: pathText(names) }), row: item + 1 };
	};
}

/** A node that stops shows the first error first: a row that was skipped does not say why. */
export function failuresOf(rows: TreeRow[], { context }: InputItem): FailedResult[] {
	const source = sourceOf(rows);
	const note = skipsOthers(context) ? 'Nothing was written.' : '';
	const failures = rows.flatMap(({ problem, itemIndex }) =>
		problem ? [{ items: [itemIndex], error: problem, note, source }] : [],
	);
	const isSkipped = ({ error }: FailedResult) => error instanceof SkippedError;
	return [...failures.filter((failure) => !isSkipped(failure)), ...failures.filter(isSkipped)];
}
