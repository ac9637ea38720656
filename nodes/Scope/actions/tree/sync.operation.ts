import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { countOf } from '../../../shared/count';
import { readDryRun } from '../../../shared/node/dryRun';
import { readBatchSize } from '../../../shared/node/properties/batchSize';
import { InputItem } from '../../../shared/node/inputItem';
import type { FailedResult, Operation, OperationResult } from '../../../shared/node/types';
import { forAllItems } from '../../../shared/node/run';
import { executePlan } from './sync/execute';
import { readExistingScopes } from './sync/existingScopes';
import { pathText } from './sync/names';
import type { SyncPlan } from './sync/plan';
import { planSync } from './sync/plan';
import { previewFailures, previewPlan } from './sync/preview';
import { DEFAULT_BATCH_SIZE, properties } from './sync/properties';
import type { Row } from './sync/rows';
import { readRows } from './sync/rows';
import type { SyncSettings } from './sync/settings';
import { readSettings } from './sync/settings';
import { SkippedError } from './sync/tables/table';

/** Brings the scope hierarchy into line with the input items. */
export const sync: Operation = {
	properties,
	run: async function* (context, itemCount) {
		let rows: Row[] = [];
		const source = (itemIndex: number): IDataObject => {
			const { names } = rows[itemIndex] ?? {};
			return { ...(names && { path: pathText(names) }), itemIndex };
		};
		const syncAll = forAllItems({
			// What is wrong with an item is a problem of its row, which a dry run shows.
			read: () => undefined,
			send: () => {
				const settings = readSettings(context);
				rows = readRows(context, settings);
				return syncRows(context, rows, settings);
			},
		});
		for await (const result of syncAll(context, itemCount)) {
			yield 'error' in result ? { ...result, source } : result;
		}
	},
};

async function* syncRows(
	context: IExecuteFunctions,
	rows: Row[],
	settings: SyncSettings,
): AsyncGenerator<OperationResult> {
	const isDryRun = readDryRun(context);
	const problems = rows.flatMap(({ problem }, item) =>
		problem ? [{ items: [item], error: problem }] : [],
	);
	const entries = rows.flatMap(({ entry }) => (entry ? [entry] : []));
	if (!isDryRun) yield* causesFirst(problems);
	if (entries.length === 0 && !isDryRun) return;

	const first = new InputItem(context, 0);
	const namesOf = (item: number) => rows[item]?.names ?? [];
	const existing = await readExistingScopes(first, settings.fold).catch((error: unknown) => {
		if (isDryRun && error instanceof UserError) return error;
		throw error;
	});
	if (existing instanceof UserError) {
		const failures = [...causesFirst(problems), { items: [], error: existing }];
		yield* previewFailures(context, failures, namesOf);
		return;
	}
	const claims = rows.flatMap(({ claim }) => (claim ? [claim] : []));
	const plan = planSync(entries, claims, existing, settings.fold);
	const failures = causesFirst([...problems, ...plan.conflicts]);
	// A scope whose row is not part of the plan only looks unnamed.
	const archived = settings.archiveUnnamed && failures.length === 0 ? plan.unnamed : [];
	const refusal = archived.length > settings.archiveAtMost && tooMany(archived, settings);
	if (isDryRun) {
		if (refusal) failures.push({ items: [], error: refusal });
		yield* previewPlan(context, plan, { existing, archived, failures, namesOf });
		return;
	}
	yield* causesFirst(plan.conflicts);
	if (refusal) throw refusal;
	yield* executePlan(context, plan, archived, readBatchSize(first, DEFAULT_BATCH_SIZE));
}

/** A node that stops shows the first error alone: a row that was skipped does not say why. */
function causesFirst(failures: FailedResult[]): FailedResult[] {
	const isSkipped = ({ error }: FailedResult) => error instanceof SkippedError;
	return [...failures.filter((failure) => !isSkipped(failure)), ...failures.filter(isSkipped)];
}

function tooMany(archived: SyncPlan['unnamed'], { archiveAtMost }: SyncSettings): UserError {
	return new UserError(
		`${countOf(archived.length, 'scope')} would be archived, but Archive Limit is ${archiveAtMost}`,
		{
			description:
				'Check that the input is complete. Use Dry Run to see which scopes are not in it, or raise Archive Limit under Options. Nothing was written.',
		},
	);
}
