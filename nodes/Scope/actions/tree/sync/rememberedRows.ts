import type { InputItem } from '../../../../shared/node/inputItem';
import type { FailedResult } from '../../../../shared/node/operation';
import type { StepResult } from '../../../../shared/writes/step';
import type { PossibleRename } from './possibleRenames';
import { RowKeyMemory } from './rowKeyMemory';
import type { SyncStep } from './syncPlan';
import type { TreeRow } from './treeRows';

/** @returns what earlier runs have remembered, which the rows know then, too */
export async function rememberIn(
	{ context, client }: InputItem,
	rows: TreeRow[],
): Promise<RowKeyMemory> {
	const memory = new RowKeyMemory(context, (await client.credential()).baseUrl);
	for (const row of rows) {
		const unit = row.key === undefined ? undefined : memory.unitOf(row.key);
		if (unit) Object.assign(row, { rememberedId: unit.id, copyFrom: unit.copyFrom });
	}
	return memory;
}

/**
 * Remembers what the rows have become, also those of a run that stops half way.
 *
 * @param asked rows that are new scopes, but may have been scopes with a new name
 */
export async function* remembering(
	results: AsyncIterable<StepResult | FailedResult>,
	steps: readonly SyncStep[],
	asked: readonly PossibleRename[],
	memory: RowKeyMemory,
): AsyncGenerator<StepResult | FailedResult> {
	try {
		yield* results;
	} finally {
		for (const { level, move } of steps) {
			const { rows, id, former } = level;
			// What is not copied yet is copied by the next run, wherever the unit is then.
			const copyFrom = !move || move.isDone ? [] : former.map((scope) => scope.id);
			for (const { key } of rows)
				if (key !== undefined && id !== undefined) memory.add(key, id, copyFrom);
		}
		for (const { level, gone } of asked) if (level.id !== undefined) memory.addAsked(gone.id);
		memory.save();
	}
}
