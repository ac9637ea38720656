import type { IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { idKey } from '../../../../shared/ids';
import type { OperationResult } from '../../../../shared/node/types';
import { groupPatches, sendBulkPatches } from '../../scope/bulkPatches';
import type { ExistingScope } from './existingScopes';
import { pathText } from './names';
import { outputOf } from './output';
import type { Change } from './plan';

/** The changes of a run, and which of them were made: later steps depend on it. */
export class Changes {
	private readonly byScope: Map<string, Change>;
	private readonly made = new Set<Change>();

	constructor(private readonly changes: Change[]) {
		this.byScope = new Map(changes.map((change) => [idKey(change.scope.id), change]));
	}

	/** @returns whether a scope was to be changed, and was not, or perhaps not */
	hasFailed({ id }: ExistingScope): boolean {
		const change = this.byScope.get(idKey(id));
		return change !== undefined && !this.made.has(change);
	}

	/** @returns the indexes of the items that have a change that was not made */
	failedItems(): number[] {
		return this.changes
			.filter((change) => !this.made.has(change))
			.map(({ itemIndex }) => itemIndex);
	}

	/**
	 * Makes the changes. A scope gets the name of another one after that one has a new name; only those that
	 * swap names are renamed at once.
	 *
	 * @param batchSize scopes per bulk request at most
	 */
	async *make(context: IExecuteFunctions, batchSize: number): AsyncGenerator<OperationResult> {
		for (const wave of this.waves()) {
			const isInWave = new Set(wave.map(({ scope }) => scope));
			const isBlocked = (scope: ExistingScope) => !isInWave.has(scope) && this.hasFailed(scope);
			const ready: Change[] = [];
			for (const change of wave) {
				if (!change.occupants.some(isBlocked)) ready.push(change);
				else yield { items: [change.itemIndex], error: notRenamed(change) };
			}
			yield* this.send(context, ready, batchSize);
		}
	}

	private async *send(
		context: IExecuteFunctions,
		changes: Change[],
		batchSize: number,
	): AsyncGenerator<OperationResult> {
		const entries = changes.map(({ itemIndex, scope, patch }) => ({
			itemIndex,
			input: { scopeId: scope.id, patch },
		}));
		yield* sendBulkPatches(context, groupPatches(entries, batchSize), (items, record) => {
			const change = this.byScope.get(idKey(String(record.id)));
			if (!change) return { items, records: [{ json: record }] };
			this.made.add(change);
			return outputOf('updated', change.why, change.names, items, record);
		});
	}

	/** @returns all changes, each after those that free its name */
	private waves(): Change[][] {
		const waves: Change[][] = [];
		const done = new Set<Change>();
		for (let left = this.changes; left.length > 0; left = left.filter((c) => !done.has(c))) {
			const isFree = (scope: ExistingScope) => {
				const change = this.byScope.get(idKey(scope.id));
				return !change || done.has(change);
			};
			const free = left.filter(({ occupants }) => occupants.every(isFree));
			// Those that are left swap names.
			const wave = free.length > 0 ? free : left;
			waves.push(wave);
			for (const change of wave) done.add(change);
		}
		return waves;
	}
}

function notRenamed({ scope, patch, occupants }: Change): UserError {
	const name = pathText([...scope.names.slice(0, -1), String(patch.name)]);
	return new UserError(
		`"${pathText(scope.names)}" was not renamed: the scope with the name "${name}" was not renamed`,
		{ description: correctOccupants(occupants) },
	);
}

/** @returns what to do when scopes were not renamed whose name another scope was to have */
export function correctOccupants(occupants: ExistingScope[]): string {
	const ids = occupants.map(({ id }) => id).join(', ');
	return `Correct the item with the ID ${ids} first, then run the node again.`;
}
