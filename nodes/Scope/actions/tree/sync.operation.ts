import { Lists } from '../../../shared/assignments/lists';
import { countOf } from '../../../shared/basics/countOf';
import { shorten } from '../../../shared/basics/shorten';
import { listField, textField } from '../../../shared/forms/fields';
import type { InputItem } from '../../../shared/node/inputItem';
import { skipsOthers } from '../../../shared/node/onError';
import { addNote } from '../../../shared/node/warnings';
import type { Planned } from '../../../shared/writes/step';
import { writingOperation } from '../../../shared/writes/writingOperation';
import { additionalFields } from '../scope/scopeFields';
import { scopePopulation } from '../scope/scopePopulation';
import { executePlan } from './sync/executePlan';
import { pathText, readExistingScopes } from './sync/existingScopes';
import { withoutKept } from './sync/keptScopes';
import { assignmentsAtStake, withMoves } from './sync/movedUnits';
import { archiveSteps, type RowStep, stepEvidence } from './sync/planOutput';
import { rememberIn, remembering } from './sync/rememberedRows';
import { failuresOf, withSource } from './sync/rowErrors';
import { planSync, type SyncPlan } from './sync/syncPlan';
import { readSyncSettings, syncOptions } from './sync/syncSettings';
import { tableProperties } from './sync/tables';
import { readTreeRows, type SyncSettings, type TreeRow } from './sync/treeRows';

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
			'User ID of the owner, not a name: drag its column, or enter one for all rows. Required for new scopes; a new parent gets that of the first item below. If empty, an existing scope keeps its owner.',
			{ placeholder: 'e.g. user-17' },
		),
		additionalFields(
			'What the scope is for. An empty cell leaves the current text as it is: see Empty Cells under Options.',
		),
	],
	options: syncOptions,
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
	const plan = planSync(rows, existing, memory, settings);
	const ended = settings.archiveUnnamed ? withoutKept(plan.unnamed, existing, settings) : [];
	const hasKeys = rows.some(({ key = '' }) => key !== '');
	if (!settings.archiveUnnamed) noteLeftOut(first, plan, hasKeys);
	const records = existing.all().map(({ record }) => record);
	const lists = new Lists(first, records);
	const hasMoved = plan.steps.some(({ level }) => level.former.length > 0);
	const copies = settings.copiesAssignments && hasMoved;
	const assignments =
		hasMoved || ended.length > 0 ? await assignmentsAtStake(lists, copies) : undefined;
	const steps = withMoves(plan.steps, assignments, copies);
	const archived = archiveSteps(ended, assignments, steps);
	const planned = steps.map((row): RowStep => ({
		...{ items: [row.itemIndex], records: [], row },
		evidence: stepEvidence(row),
	}));
	const execution = { steps: planned, archived, planned: lists, batchSize: settings.batchSize };
	return {
		steps: [...failuresOf(rows, first), ...planned, ...archived],
		population: {
			...scopePopulation(records, assignments),
			active: existing.all().filter(({ isActive }) => isActive).length,
		},
		write: () =>
			withSource(remembering(executePlan(first, execution), steps, plan.asked, memory), rows),
	};
}

/** Says which scopes are not in the input, and stay as they are. */
function noteLeftOut(
	{ context }: InputItem,
	{ leftOut, unnamed, isWhole }: SyncPlan,
	hasKeys: boolean,
): void {
	const [left] = leftOut;
	if (!left) return;
	const such = shorten(pathText(left.names), MOST_OF_PATH);
	const about = isWhole
		? `Archive Scopes Not in Input would archive ${unnamed.length}.`
		: 'That is right if the table is a part of the org chart.';
	// A renamed scope is known by its Row Key, or asked for.
	const renamed = hasKeys ? '' : ' If one was renamed, set Find Existing Scopes By to Scope ID.';
	addNote(
		context,
		`Left unchanged: ${countOf(unnamed.length, 'scope')} not in the input, such as "${such}". ${about}${renamed}`,
	);
}

/** A hint is short. */
const MOST_OF_PATH = 30;
