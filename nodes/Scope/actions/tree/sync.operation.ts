import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { batchSizeOption, readBatchSize } from '../../../shared/node/properties/batchSize';
import { InputItem } from '../../../shared/node/inputItem';
import type { BatchEntry, Operation, OperationResult } from '../../../shared/node/types';
import { forAllItems } from '../../../shared/node/run';
import { toBoolean, toNumber, toText } from '../../../shared/node/parameters';
import { optionsCollection } from '../../../shared/node/properties/options';
import { listAllScopes } from '../../../shared/service/api/scopes';
import { carryOutPlan, previewPlan } from './sync/execute';
import { ExistingScopes } from './sync/existingScopes';
import type { ScopeInput, SyncPlan } from './sync/plan';
import { planSync } from './sync/plan';
import { nameFold, parsePath } from './sync/scopePath';

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
			'Names of all levels from the top down. Spaces around a name do not count, letter case does. An expression can also give a list of names.',
		hint: 'Each input item names one scope. Missing levels above it are created, archived ones are made active again.',
	},
	{
		displayName: 'Owner',
		name: 'owner',
		type: 'string',
		default: '',
		placeholder: 'e.g. user-17',
		description:
			'User ID of the owner. Needed where the scope is new; levels above it that are new get the owner of the first item below them. Empty leaves the owner of an existing scope as it is.',
	},
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: false,
		description:
			'Whether to only say what would be done. Nothing is written as soon as one item says so.',
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
					'What the scope stands for. Empty text clears it; without this field it stays as it is.',
			},
		],
	},
	optionsCollection([
		{
			displayName: 'Archive at Most',
			name: 'archiveAtMost',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: DEFAULT_ARCHIVE_AT_MOST,
			description:
				'Stops before anything is written when more scopes than this would be archived. Protects from a table that came in incomplete.',
		},
		{
			displayName: 'Archive Unnamed Scopes',
			name: 'archiveUnnamed',
			type: 'boolean',
			default: false,
			description:
				'Whether to archive active scopes that no item names. Their assignments of controls are removed. Nothing is archived when an item could not be read or carried out.',
		},
		batchSizeOption(DEFAULT_BATCH_SIZE, 'scopes'),
		{
			displayName: 'Match Letter Case',
			name: 'matchCase',
			type: 'boolean',
			default: true,
			description: 'Whether "berlin" and "Berlin" are two different scopes',
		},
		{
			displayName: 'Path Separator',
			name: 'pathSeparator',
			type: 'string',
			default: DEFAULT_SEPARATOR,
			description: 'What stands between two levels in Path, blanks included',
		},
	]),
];

/** Brings the scope hierarchy into line with the input items. */
export const sync: Operation = {
	properties,
	run: forAllItems<ScopeInput>({ read: readScopeInput, send: syncScopes }),
};

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

/** Options hold for the run as a whole: those of the first item count. */
function readOptions(context: IExecuteFunctions) {
	const { pathSeparator, matchCase, archiveUnnamed, archiveAtMost } = new InputItem(context, 0)
		.options;
	return {
		// As it is: spaces around it may be what distinguishes it from a character inside a name.
		separator: String(pathSeparator ?? '') || DEFAULT_SEPARATOR,
		fold: nameFold(toBoolean(matchCase, 'Match Letter Case', true)),
		archiveUnnamed: toBoolean(archiveUnnamed, 'Archive Unnamed Scopes', false),
		archiveAtMost: toNumber(archiveAtMost, 'Archive at Most', {
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
	const records = await listAllScopes(first.client);
	const plan = planSync(entries, new ExistingScopes(records, fold), fold);
	yield* plan.conflicts;

	const isWhole = plan.conflicts.length === 0 && entries.length === context.getInputData().length;
	const archived = scopesToArchive(context, plan, isWhole);
	if (entries.some(({ input }) => input.dryRun)) {
		yield* previewPlan(plan, archived);
	} else {
		yield* carryOutPlan(context, plan, archived, readBatchSize(first, DEFAULT_BATCH_SIZE));
	}
}

/**
 * @param isWhole whether every input item is part of the plan; a scope whose item could not be read
 *   only looks unnamed
 * @throws UserError when more would be archived than the user allows
 */
function scopesToArchive(
	context: IExecuteFunctions,
	{ unnamed }: SyncPlan,
	isWhole: boolean,
): SyncPlan['unnamed'] {
	const { archiveUnnamed, archiveAtMost } = readOptions(context);
	if (!archiveUnnamed || !isWhole) return [];
	if (unnamed.length <= archiveAtMost) return unnamed;
	throw new UserError(
		`${unnamed.length} scopes would be archived, and Archive at Most allows ${archiveAtMost}`,
		{
			description:
				'Nothing was written. Check that the input is complete, see with Dry Run which scopes it leaves out, or raise Archive at Most under Options.',
		},
	);
}
