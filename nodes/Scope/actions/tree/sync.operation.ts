import type { IDataObject } from 'n8n-workflow';

import { nameFold } from '../../../shared/basics/nameFolds';
import { listField, switchField, textField } from '../../../shared/forms/fields';
import { numberOf, readNames, switchOf, toChoice } from '../../../shared/node/coerce';
import { shorten } from '../../../shared/basics/shorten';
import { clearsEmptyCells, emptyCellsOption } from '../../../shared/node/properties/emptyCells';
import { incompleteListOption } from '../../../shared/node/incompleteList';
import type { InputItem } from '../../../shared/node/inputItem';
import { skipsOthers } from '../../../shared/node/onError';
import type { FailedResult } from '../../../shared/node/operation';
import { concurrentRequestsOption } from '../../../shared/node/properties/requests';
import { addNote } from '../../../shared/node/warnings';
import type { Planned, StepResult } from '../../../shared/writes/step';
import { writingOperation } from '../../../shared/writes/writingOperation';
import { additionalFields, batchSize } from '../scope/scopeFields';
import { scopePopulation } from '../scope/scopePopulation';
import { readAssignments } from '../scope/scopeState';
import { executePlan, type RowStep } from './sync/executePlan';
import { pathText, readExistingScopes } from './sync/existingScopes';
import { withoutKept } from './sync/keptScopes';
import { archiveSteps, stepEvidence } from './sync/planOutput';
import { possibleRenamesOption } from './sync/possibleRenames';
import { RowKeyMemory } from './sync/rowKeyMemory';
import { planSync } from './sync/syncPlan';
import { tableProperties, TABLES } from './sync/tables';
import { readTreeRows, SkippedError, type SyncSettings, type TreeRow } from './sync/treeRows';

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

const keep = textField(
	'Keep',
	'keep',
	'Scopes that are never archived, nor those above and below them: IDs, paths, or names, separated by commas',
	{ placeholder: 'e.g. EMEA / Germany, Holding' },
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
		clearsEmpty: clearsEmptyCells(options),
		batchSize: numberOf(options, batchSize),
		archiveUnnamed: switchOf(options, archiveUnnamed),
		keep: readNames(options.keep, keep.displayName),
		createsRenamed: toChoice(
			options.possibleRenames ?? possibleRenamesOption.default,
			possibleRenamesOption.displayName,
			{ stop: false, create: true },
		),
	};
}

/** Brings the scope hierarchy into line with the input items. */
export const sync = writingOperation<InputItem>({
	form: [
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
			'User ID of the owner: drag its column, or enter one for all rows. Required for new scopes; a new parent gets the owner of the first item below it. If empty, an existing scope keeps its owner.',
			{ placeholder: 'e.g. user-17', hint: 'A user ID, not a name or an email address' },
		),
		additionalFields(
			'What the scope is for. An empty cell leaves the current text as it is: see Empty Cells under Options.',
		),
	],
	options: [
		incompleteListOption,
		archiveUnnamed,
		batchSize,
		emptyCellsOption,
		ignoreCase,
		keep,
		concurrentRequestsOption,
		pathSeparator,
		possibleRenamesOption,
	],
	removes: true,
	writesTo: 'scopes',
	// What is wrong with an item is a problem of its row, and of those below it.
	reader: () => (item) => item,
	plan: async (entries, { first, mustKnow }) => {
		const settings = readSyncSettings(first);
		const rows = readTreeRows(
			entries.map(({ input }) => input),
			settings,
		);
		return await planRows(first, rows, settings, mustKnow);
	},
});

async function planRows(
	first: InputItem,
	rows: TreeRow[],
	settings: SyncSettings,
	mustKnow: boolean,
): Promise<Planned> {
	const failed = { steps: failuresOf(rows, first), population: {} };
	if (rows.every(({ problem }) => problem) && !mustKnow) return failed;
	const existing = await readExistingScopes(first, settings.fold).catch((error: unknown) => {
		// What is wrong with a row needs no list.
		if (failed.steps.length > 0 && !mustKnow && skipsOthers(first.context)) return undefined;
		throw error;
	});
	if (!existing) return failed;
	const memory = await rememberIn(first, rows);
	const { steps, unnamed, leftOut, isWhole } = planSync(rows, existing, {
		...settings,
		// Of a chart that is known, a unit that is not known is new.
		createsRenamed: settings.createsRenamed || !memory.isEmpty,
	});
	const ended = settings.archiveUnnamed ? withoutKept(unnamed, existing, settings) : [];
	const [left] = settings.archiveUnnamed ? [] : leftOut;
	if (left) {
		const such = shorten(pathText(left.names), MOST_OF_PATH);
		const about = isWhole
			? `Archive Scopes Not in Input would archive ${unnamed.length}.`
			: 'That is right if the table is a part of the org chart.';
		addNote(
			first.context,
			`Not in the input, and left unchanged: ${leftOut.length}, such as "${such}". ${about} If one was renamed, set Find Existing Scopes By to Scope ID.`,
		);
	}
	const records = existing.all().map(({ record }) => record);
	const assignments = ended.length > 0 ? await readAssignments(first, records) : undefined;
	const archived = archiveSteps(ended, assignments);
	const planned = steps.map((row): RowStep => ({
		...{ items: [row.itemIndex], records: [], row },
		evidence: stepEvidence(row),
	}));
	return {
		steps: [...failuresOf(rows, first), ...planned, ...archived],
		population: {
			...scopePopulation(
				existing.all().map(({ record }) => record),
				assignments,
			),
			active: existing.all().filter(({ isActive }) => isActive).length,
		},
		write: () =>
			withSource(
				remembering(executePlan(first, planned, archived, settings.batchSize), planned, memory),
				rows,
			),
	};
}

/** A hint is short. */
const MOST_OF_PATH = 30;

/** @returns what earlier runs have remembered, which the rows know then, too */
async function rememberIn({ context, client }: InputItem, rows: TreeRow[]): Promise<RowKeyMemory> {
	const memory = new RowKeyMemory(context, (await client.credential()).baseUrl);
	for (const row of rows) {
		const id = row.key === undefined ? undefined : memory.idOf(row.key);
		if (id !== undefined) row.rememberedId = id;
	}
	return memory;
}

/** Remembers what the rows have become, also those of a run that stops half way. */
async function* remembering(
	results: AsyncIterable<StepResult | FailedResult>,
	steps: RowStep[],
	memory: RowKeyMemory,
): AsyncGenerator<StepResult | FailedResult> {
	try {
		yield* results;
	} finally {
		for (const { row } of steps) {
			const { rows, id } = row.level;
			for (const { key } of rows) if (key !== undefined && id !== undefined) memory.add(key, id);
		}
		memory.save();
	}
}

/** Adds to errors which row of the table an item is. */
async function* withSource(
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
function failuresOf(rows: TreeRow[], { context }: InputItem): FailedResult[] {
	const source = sourceOf(rows);
	const note = skipsOthers(context) ? 'Nothing was written.' : '';
	const failures = rows.flatMap(({ problem, itemIndex }) =>
		problem ? [{ items: [itemIndex], error: problem, note, source }] : [],
	);
	const isSkipped = ({ error }: FailedResult) => error instanceof SkippedError;
	return [...failures.filter((failure) => !isSkipped(failure)), ...failures.filter(isSkipped)];
}
