import type { FailedResult } from '../../../shared/node/operation';
import { describeRows } from '../../../shared/node/rowRanges';
import type { StepResult } from '../../../shared/writes/step';

/** Adds to errors what was saved before: another run finds that, so that nothing has to be removed from the input. */
export async function* withSavedNotes(
	results: AsyncIterable<StepResult | FailedResult>,
): AsyncGenerator<StepResult | FailedResult> {
	for await (const result of results)
		yield 'error' in result ? { ...result, progressNote: savedNote } : result;
}

function savedNote(done: number[], itemCount: number, result: FailedResult): string | undefined {
	// The list of all vendors could not be used.
	if (result.items.length === itemCount) return undefined;
	const failed = [result, ...(result.others ?? [])].flatMap(({ items }) => items);
	const untried = itemCount - done.length - failed.length;
	return `${done.length} of ${itemCount} saved or unchanged${untried > 0 ? `, ${untried} not processed` : ''}. Fix ${describeRows(failed, Infinity)} and run again; saved vendors are not duplicated. Dry Run finds most problems in advance.`;
}
