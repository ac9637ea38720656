import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { addPlanHint, explainProblem } from '../../../shared/node/dryRun';
import type { OperationResult } from '../../../shared/node/types';
import type { Lists } from './lists';
import type { Change } from './plan';
import { isChange } from './plan';

/**
 * Makes a row of everything that is wrong with the input: an error would stop the node and hide what
 * the other items do.
 *
 * @param results of a dry run; an error of the service stays one
 */
export async function* problemsAsRows(
	context: IExecuteFunctions,
	results: AsyncIterable<OperationResult>,
): AsyncGenerator<OperationResult> {
	let errors = 0;
	for await (const result of results) {
		if (!('error' in result && result.error instanceof UserError)) {
			yield result;
			continue;
		}
		const problem = { action: 'error', ...explainProblem(result.error) };
		// A problem that belongs to no item has one row too.
		const places = result.items.length > 0 ? result.items.map((item) => [item]) : [[]];
		errors += places.length;
		for (const items of places) {
			const [itemIndex] = items;
			const json = { ...problem, ...(itemIndex !== undefined && { itemIndex }) };
			yield { items, records: [{ json }] };
		}
	}
	addPlanHint(context, errors);
}

/** @returns the change as a dry run shows it, with the paths of the scopes */
export async function previewChange(change: Change, lists: Lists): Promise<IDataObject> {
	const { assignment, before, added, removed } = change;
	const scopes = await lists.scopes();
	const paths = (ids: string[]) => ids.map((id) => scopes.get(id)?.path ?? id);
	const scopeIds = [...assignment.scopes.values()].map(({ id }) => id);
	const record = (await lists.controls()).get(assignment.controlId);
	return {
		objectType: 'control',
		objectId: assignment.controlId,
		controlIdentifier: record?.controlIdentifier ?? null,
		action: isChange(change) ? 'changed' : 'unchanged',
		before: paths([...before.values()]),
		after: paths(scopeIds),
		added: paths(added),
		removed: paths(removed),
		scopeIds,
	};
}
