import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { countOf } from '../../../shared/count';
import { batchSizeOption, readBatchSize } from '../../../shared/node/properties/batchSize';
import {
	checkIncompleteList,
	incompleteListOption,
} from '../../../shared/node/properties/incompleteList';
import { InputItem } from '../../../shared/node/inputItem';
import type { BatchEntry, Operation, OperationResult } from '../../../shared/node/types';
import { forAllItems } from '../../../shared/node/run';
import { toBoolean, toNumber, toText } from '../../../shared/node/parameters';
import { optionsCollection } from '../../../shared/node/properties/options';
import { listAllScopes } from '../../../shared/service/api/scopes';
import { executePlan, previewPlan } from './sync/execute';
import { ExistingScopes } from './sync/existingScopes';
import type { ScopeInput, SyncPlan } from './sync/plan';
import { planSync } from './sync/plan';
import { formatPath, nameFold, parsePath } from './sync/scopePath';

const DEFAULT_BATCH_SIZE = 1000;
const DEFAULT_SEPARATOR = '/';
const DEFAULT_ARCHIVE_AT_MOST = 10;

const properties: INodeProperties[] = [
	{
		displayName: 'Path',
		name: 'path',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. EMEA / Germany / Berlin',
		description:
			'Names of all levels, from the top down. Names are case-sensitive; spaces around them are ignored. An expression can also return an array of names.',
		hint: 'Each input item is one scope. Missing parents are created, and archived scopes on the path are reactivated.',
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
			'Whether to only preview the changes. If this is on for one item, nothing is written for any item.',
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
		{
			displayName: 'Path Separator',
			name: 'pathSeparator',
			type: 'string',
			default: DEFAULT_SEPARATOR,
			description: 'Text between two levels in Path, including any spaces',
		},
	]),
];

/** Brings the scope hierarchy into line with the input items. */
export const sync: Operation = {
	properties,
	run: async function* (context, itemCount) {
		const source = (itemIndex: number) => sourceOf(context, itemIndex);
		for await (const result of syncItems(context, itemCount)) {
			yield 'error' in result ? { ...result, source } : result;
		}
	},
};

const syncItems = forAllItems<ScopeInput>({ read: readScopeInput, send: syncScopes });

/** @returns what an error item contains about its row; no path when it cannot be read */
function sourceOf(context: IExecuteFunctions, itemIndex: number): IDataObject {
	try {
		const path = new InputItem(context, itemIndex).value('path');
		return { path: formatPath(path, readOptions(context).separator), itemIndex };
	} catch {
		return { itemIndex };
	}
}

function readScopeInput(item: InputItem): ScopeInput {
	const { separator } = readOptions(item.context);
	const { description } = item.collection('additionalFields');
	return {
		names: parsePath(item.value('path'), separator),
		owner: item.text('owner', 'Owner'),
		dryRun: item.boolean('dryRun', 'Dry Run'),
		...(description !== undefined &&
			description !== null && { description: toText(description, 'Description') }),
	};
}

/** Options apply to the whole run: those of the first item are used. */
function readOptions(context: IExecuteFunctions) {
	const { pathSeparator, matchCase, archiveUnnamed, archiveAtMost } = new InputItem(context, 0)
		.options;
	return {
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

async function* syncScopes(
	context: IExecuteFunctions,
	entries: Array<BatchEntry<ScopeInput>>,
): AsyncGenerator<OperationResult> {
	const { fold } = readOptions(context);
	const first = new InputItem(context, 0);
	const records = await listAllScopes(first.client, (doubt) => checkIncompleteList(first, doubt));
	const plan = planSync(entries, new ExistingScopes(records, fold), fold);
	yield* plan.conflicts;

	const isComplete =
		plan.conflicts.length === 0 && entries.length === context.getInputData().length;
	const archived = scopesToArchive(context, plan, isComplete);
	if (entries.some(({ input }) => input.dryRun)) {
		yield* previewPlan(plan, archived);
	} else {
		yield* executePlan(context, plan, archived, readBatchSize(first, DEFAULT_BATCH_SIZE));
	}
}

/**
 * @param isComplete whether every input item is part of the plan; a scope whose item could not be read
 *   only looks unnamed
 * @throws UserError when more would be archived than the user allows
 */
function scopesToArchive(
	context: IExecuteFunctions,
	{ unnamed }: SyncPlan,
	isComplete: boolean,
): SyncPlan['unnamed'] {
	const { archiveUnnamed, archiveAtMost } = readOptions(context);
	if (!archiveUnnamed || !isComplete) return [];
	if (unnamed.length <= archiveAtMost) return unnamed;
	throw new UserError(
		`${countOf(unnamed.length, 'scope')} would be archived, but Archive Limit is ${archiveAtMost}`,
		{
			description:
				'Check that the input is complete. Use Dry Run to see which scopes are not in it, or raise Archive Limit under Options. Nothing was written.',
		},
	);
}
