import type { IDataObject } from 'n8n-workflow';

import { nameFold } from '../../../shared/basics/nameFolds';
import { countOf } from '../../../shared/basics/countOf';
import { listField, numberField, switchField, textField } from '../../../shared/forms/fields';
import { showHints } from '../../../shared/n8n/hints';
import { numberOf, switchOf, toChoice } from '../../../shared/node/coerce';
import { runOrPreview } from '../../../shared/node/dryRun';
import { forAllItems } from '../../../shared/node/forItems';
import { incompleteListOption } from '../../../shared/node/incompleteList';
import { InputItem } from '../../../shared/node/inputItem';
import type { FailedResult, Operation, OperationResult } from '../../../shared/node/operation';
import { dryRunProperties } from '../../../shared/node/properties/dryRunFields';
import {
	concurrentRequestsOption,
	optionsCollection,
} from '../../../shared/node/properties/requests';
import { overLimit } from '../../../shared/node/removalLimit';
import { additionalFields, batchSize } from '../scope/scopeFields';
import { executePlan } from './sync/executePlan';
import { pathText, readExistingScopes } from './sync/existingScopes';
import { previewPlan } from './sync/planOutput';
import { planSync } from './sync/syncPlan';
import { tableProperties, TABLES } from './sync/tables';
import { readTreeRows, SkippedError, type SyncSettings, type TreeRow } from './sync/treeRows';

const archiveLimit = numberField(
	'Archive Limit',
	'archiveAtMost',
	10,
	[0],
	'Max number of scopes to archive. If there are more, nothing is written, which protects against an incomplete input table.',
);

const archiveUnnamed = switchField(
	'Archive Scopes Not in Input',
	'archiveUnnamed',
	'Whether to archive active scopes that are not in the input, which also removes their control assignments. Nothing is archived if an item fails.',
);

const ignoreCase = switchField(
	'Ignore Case',
	'ignoreCase',
	'Whether a scope also matches if its name differs in letter case, e.g. "BERLIN" and "Berlin"',
);

const pathSeparator = textField(
	'Path Separator',
	'pathSeparator',
	'Text between two levels in Path. Spaces in it must match.',
	{ default: '/' },
);

/**
 * Reads the settings of a run, before the first request.
 *
 * @param first the input item whose options count for all
 * @throws UserError naming the field that has no usable value
 */
function readSyncSettings(first: InputItem): SyncSettings {
	const { options } = first;
	const idChoices = { path: false, id: true };
	return {
		table: toChoice(first.value('tableHas', 'path'), 'Table Layout', TABLES),
		byId: toChoice(first.value('matchBy', 'path'), 'Find Existing Scopes By', idChoices),
		// Not trimmed: spaces around it may be what distinguishes it from a character inside a name.
		separator: String(options.pathSeparator || '/'),
		fold: nameFold(switchOf(options, ignoreCase)),
		batchSize: numberOf(options, batchSize),
		archiveUnnamed: switchOf(options, archiveUnnamed),
		archiveAtMost: numberOf(options, archiveLimit),
	};
}

/** Brings the scope hierarchy into line with the input items. */
export const sync: Operation = {
	properties: [
		...tableProperties,
		listField(
			'Find Existing Scopes By',
			'matchBy',
			'path',
			'How to find the scope of a row',
			[
				['Path', 'path', 'If a name in the path has changed, a new scope is created'],
				[
					'Scope ID',
					'id',
					'If the name has changed, the scope is renamed and keeps its control assignments',
				],
			],
			{ noDataExpression: true },
		),
		textField(
			'Scope ID',
			'scopeId',
			'ID of the scope in the service, as in the output of an earlier sync: drag the column that has it. If it is empty in a row, the scope is found by its path, or created.',
			{
				displayOptions: { show: { matchBy: ['id'] } },
				required: true,
				placeholder: 'e.g. 3f2c8a9e-4b1d-4c7a-9f0e-2a6b8d5c1e47',
			},
		),
		textField(
			'Owner',
			'owner',
			'User ID of the owner: drag the column that has it, or enter one for all rows. Required for new scopes; a new parent gets the owner of the first item below it. Leave empty to keep the owner of an existing scope.',
			{ placeholder: 'e.g. user-17', hint: 'A user ID, not a name or an email address' },
		),
		...dryRunProperties,
		additionalFields(
			'What the scope is for. Leave empty to clear the current text, or remove this field to keep it.',
		),
		optionsCollection([
			incompleteListOption,
			archiveLimit,
			archiveUnnamed,
			batchSize,
			ignoreCase,
			concurrentRequestsOption,
			pathSeparator,
		]),
	],
	run: runOrPreview(
		async function* (context, itemCount, isDryRun) {
			const first = new InputItem(context, 0);
			const settings = readSyncSettings(first);
			let rows: TreeRow[] = [];
			const source = (item: number): IDataObject => {
				const { names } = rows[item] ?? {};
				return { ...(names && { path: pathText(names) }), row: item + 1 };
			};
			const syncAll = forAllItems({
				// What is wrong with an item is a problem of its row, and of those below it.
				read: (item) => item,
				send: (entries) => {
					rows = readTreeRows(
						entries.map(({ input }) => input),
						settings,
					);
					return syncRows(first, rows, settings, isDryRun);
				},
			});
			for await (const result of syncAll(context, itemCount)) {
				yield 'error' in result ? { ...result, source } : result;
			}
		},
		{ isCounted: true },
	),
};

async function* syncRows(
	first: InputItem,
	rows: TreeRow[],
	settings: SyncSettings,
	isDryRun: boolean,
): AsyncGenerator<OperationResult> {
	const usable = rows.filter(({ problem }) => !problem);
	yield* failuresOf(rows, first);
	if (usable.length === 0) return;

	const existing = await readExistingScopes(first, settings.fold);
	const plan = planSync(rows, existing, settings.fold);
	yield* failuresOf(usable, first);
	const { archiveUnnamed: archives, archiveAtMost } = settings;
	const archived = archives ? plan.unnamed : [];
	const [left] = archives ? [] : plan.leftOut;
	if (left) {
		showHints(first.context, [
			`Scopes next to or below those in the input, but not in it: ${plan.leftOut.length}, such as "${pathText(left.names)}". They are left unchanged. If you renamed one, set Find Existing Scopes By to Scope ID, and add its ID to its row. To archive all active scopes not in the input (${plan.unnamed.length}), turn on Archive Scopes Not in Input under Options.`,
			'info',
		]);
	}
	const message = `${countOf(archived.length, 'scope')} would be archived, but Archive Limit is ${archiveAtMost}`;
	const refusal = archived.length > archiveAtMost && overLimit(message, 'Archive Limit');
	if (isDryRun) {
		yield* previewPlan(plan, archived);
		if (refusal) yield { items: [], error: refusal };
		return;
	}
	if (refusal) throw refusal;
	yield* executePlan(first, plan, archived, settings.batchSize);
}

/** A node that stops shows the first error alone: a row that was skipped does not say why. */
function failuresOf(rows: TreeRow[], { context }: InputItem): FailedResult[] {
	const note = context.continueOnFail() ? '' : 'Nothing was written.';
	const failures = rows.flatMap(({ problem, itemIndex }) =>
		problem ? [{ items: [itemIndex], error: problem, note }] : [],
	);
	const isSkipped = ({ error }: FailedResult) => error instanceof SkippedError;
	return [...failures.filter((failure) => !isSkipped(failure)), ...failures.filter(isSkipped)];
}
