import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { countOf } from '../../../shared/count';
import { nameFold } from '../../../shared/ids';
import { readDryRun } from '../../../shared/node/dryRun';
import { InputItem } from '../../../shared/node/inputItem';
import { toBoolean, toNumber } from '../../../shared/node/parameters';
import {
	batchSizeOption,
	concurrentRequestsOption,
	optionsCollection,
} from '../../../shared/node/properties/options';
import { incompleteListOption } from '../../../shared/node/properties/incompleteList';
import { forAllItems } from '../../../shared/node/run';
import type { FailedResult, Operation, OperationResult } from '../../../shared/node/types';
import { executePlan } from './sync/execute';
import { pathText, readExistingScopes } from './sync/existingScopes';
import type { SyncPlan } from './sync/plan';
import { planSync } from './sync/plan';
import { previewFailures, previewPlan } from './sync/preview';
import type { Row, SyncSettings } from './sync/rows';
import { SkippedError, readRows } from './sync/rows';
import { TABLES, tableProperties } from './sync/tables';

const DEFAULT_BATCH_SIZE = 1000;
const DEFAULT_SEPARATOR = '/';
const DEFAULT_ARCHIVE_AT_MOST = 10;

/** The form of Scope Tree > Sync. */
const properties: INodeProperties[] = [
	...tableProperties,
	{
		displayName: 'Match By',
		name: 'matchBy',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Path',
				value: 'path',
				description: 'A scope with another name is a new scope',
			},
			{
				name: 'Scope ID',
				value: 'id',
				description: 'A scope with another name is renamed, and keeps its control assignments',
			},
		],
		default: 'path',
		description: 'How to find the scope of a row',
	},
	{
		displayName: 'Scope ID',
		name: 'scopeId',
		type: 'string',
		displayOptions: { show: { matchBy: ['id'] } },
		default: '',
		placeholder: 'e.g. 3f2c8a9e-4b1d-4c7a-9f0e-2a6b8d5c1e47',
		description:
			'ID of the scope in the service, as in the output of an earlier sync. If empty, the scope is found by its path, or created.',
	},
	{
		displayName: 'Owner',
		name: 'owner',
		type: 'string',
		default: '',
		placeholder: 'e.g. user-17',
		description:
			'User ID of the owner. Required for new scopes; a new parent gets the owner of the first item below it. Leave empty to keep the owner of an existing scope.',
	},
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: false,
		description:
			'Whether to only preview the changes and list every problem. If this is on for one item, nothing is written for any item.',
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [
			{
				displayName: 'Description',
				name: 'description',
				type: 'string',
				typeOptions: { rows: 3 },
				default: '',
				description:
					'What the scope is for. Leave empty to clear the current text, or remove this field to keep it.',
			},
		],
	},
	optionsCollection([
		incompleteListOption,
		{
			displayName: 'Archive Limit',
			name: 'archiveAtMost',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: DEFAULT_ARCHIVE_AT_MOST,
			description:
				'Max number of scopes to archive. If there are more, nothing is written, which protects against an incomplete input table.',
		},
		{
			displayName: 'Archive Scopes Not in Input',
			name: 'archiveUnnamed',
			type: 'boolean',
			default: false,
			description:
				'Whether to archive active scopes that are not in the input, which also removes their control assignments. Nothing is archived if an item fails.',
		},
		batchSizeOption(DEFAULT_BATCH_SIZE, 'scopes'),
		{
			displayName: 'Case Sensitive',
			name: 'matchCase',
			type: 'boolean',
			default: true,
			description: 'Whether "berlin" and "Berlin" are different scopes',
		},
		concurrentRequestsOption,
		{
			displayName: 'Path Separator',
			name: 'pathSeparator',
			type: 'string',
			default: DEFAULT_SEPARATOR,
			description: 'Text between two levels in Path, including any spaces',
		},
	]),
];

/**
 * Reads the settings of a run: options are those of the first item.
 *
 * @throws UserError naming the field that has no usable value
 */
function readSettings(context: IExecuteFunctions): SyncSettings {
	const first = new InputItem(context, 0);
	const { pathSeparator, matchCase, archiveUnnamed, archiveAtMost } = first.options;
	const table = TABLES.get(first.value('tableHas', 'path'));
	if (!table) throw unknownChoice('Table Has', 'Path, Name and Parent, or One Column per Level');
	const matchBy = first.value('matchBy', 'path');
	if (matchBy !== 'path' && matchBy !== 'id') throw unknownChoice('Match By', 'Path or Scope ID');
	return {
		table,
		byId: matchBy === 'id',
		// Not trimmed: spaces around it may be what distinguishes it from a character inside a name.
		separator: String(pathSeparator ?? '') || DEFAULT_SEPARATOR,
		fold: nameFold(toBoolean(matchCase, 'Case Sensitive', true)),
		archiveUnnamed: toBoolean(archiveUnnamed, 'Archive Scopes Not in Input', false),
		archiveAtMost: toNumber(archiveAtMost, 'Archive Limit', {
			fallback: DEFAULT_ARCHIVE_AT_MOST,
			min: 0,
		}),
	};
}

/** Only an expression can have a value that is not in the menu. */
function unknownChoice(label: string, names: string): UserError {
	return new UserError(`${label} has an unknown value`, {
		description: `Select ${names} in ${label}.`,
	});
}

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
	const usable = rows.filter(({ problem }) => !problem);
	const unusable = rows.filter(({ problem }) => problem);
	if (!isDryRun) yield* failuresOf(unusable);
	if (usable.length === 0 && !isDryRun) return;

	const first = new InputItem(context, 0);
	const existing = await readExistingScopes(first, settings.fold).catch((error: unknown) => {
		if (isDryRun && error instanceof UserError) return error;
		throw error;
	});
	if (existing instanceof UserError) {
		const failures = [...failuresOf(unusable), { items: [], error: existing }];
		yield* previewFailures(context, failures, rows);
		return;
	}
	const plan = planSync(rows, existing, settings.fold);
	const failures = failuresOf(rows);
	// A scope whose row is not part of the plan only looks unnamed.
	const archived = settings.archiveUnnamed && failures.length === 0 ? plan.unnamed : [];
	const refusal = archived.length > settings.archiveAtMost && tooMany(archived, settings);
	if (isDryRun) {
		if (refusal) failures.push({ items: [], error: refusal });
		yield* previewPlan(context, plan, { existing, archived, failures, rows });
		return;
	}
	yield* failuresOf(usable);
	if (refusal) throw refusal;
	yield* executePlan(context, plan, archived, first.batchSize(DEFAULT_BATCH_SIZE));
}

/** A node that stops shows the first error alone: a row that was skipped does not say why. */
function failuresOf(rows: Row[]): FailedResult[] {
	const failures = rows.flatMap(({ problem, itemIndex }) =>
		problem ? [{ items: [itemIndex], error: problem }] : [],
	);
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
