import type { IExecuteFunctions } from 'n8n-workflow';

import { inBatches } from '../../../shared/basics/lists';
import { countOf } from '../../../shared/basics/countOf';
import { listField, noticeField, numberField, shownIf } from '../../../shared/forms/fields';
import { showHints } from '../../../shared/n8n/hints';
import { batchNote } from '../../../shared/node/batchNote';
import { numberOf, toChoice } from '../../../shared/node/coerce';
import { runOrPreview } from '../../../shared/node/dryRun';
import { forAllItems } from '../../../shared/node/forItems';
import { incompleteListOption } from '../../../shared/node/incompleteList';
import { InputItem } from '../../../shared/node/inputItem';
import type { Operation, OperationResult } from '../../../shared/node/operation';
import { dryRunProperties } from '../../../shared/node/properties/dryRunFields';
import { controlLocator } from '../../../shared/node/properties/locators';
import { batchSizeOption, optionsCollection } from '../../../shared/node/properties/requests';
import { addWarning } from '../../../shared/node/warnings';
import { assignScopes } from '../../../shared/service/api/assignments';
import { excessRemovals, isChange, planChanges, previewAssignment } from './assignmentPlan';
import {
	allowRemovingAll,
	type Assignment,
	type AssignmentRow,
	mergeAssignments,
	MODES,
	readAssignmentRow,
	resolveRows,
} from './assignmentRows';
import { Lists } from './lists';
import { pairAnswer, type Tally, toRequest } from './pairing';

const batchSize = batchSizeOption(100, 'controls');

const removalLimit = numberField(
	'Removal Limit',
	'removeAtMost',
	100,
	[0],
	'Max number of assignments that Remove may remove in a run. If there are more, nothing is written.',
);

/** Assigns controls to scopes (scoped-controls, `POST /v1/scopeassignments`). */
export const assign: Operation = {
	properties: [
		listField(
			'Mode',
			'mode',
			'add',
			'What happens to existing assignments',
			[
				['Add', 'add', 'Keep the current scopes of each control, and add the listed ones'],
				['Remove', 'remove', 'Keep the current scopes of each control, except the listed ones'],
				[
					'Replace (Removes Other Assignments)',
					'replace',
					'Assign each control to the listed scopes only, and remove it from all others',
				],
			],
			{ noDataExpression: true },
		),
		...shownIf({ mode: ['replace'] }, [
			noticeField(
				'wholeSetNotice',
				'Replace removes each control from scopes that are not listed in this run. Items with the same control are combined first. In a loop, each iteration replaces the assignments of the one before.',
			),
		]),
		controlLocator({
			displayName: 'Control',
			name: 'controlId',
			required: true,
			description:
				'Control to assign, usually an expression with the ID or identifier from each input item',
			hint: 'To assign each control of the input, choose By ID, and drag its ID here. In an agent tool, click the ✨ icon to let the model choose.',
		}),
		{
			displayName: 'Scope Names or IDs',
			name: 'scopeIds',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getScopes' },
			default: [],
			description:
				'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
			hint: 'Scopes below your choice are not included. In a new workflow, the list may show an error at first: hover over the field name, and choose ⋮ > Refresh List. An expression can return IDs, paths (EMEA / Germany), or unique names: as an array, or as text with commas, semicolons, or line breaks between them. For all scopes of another node, replace Regions by its name in {{ $("Regions").all().map((item) => item.json.id) }}.',
		},
		...dryRunProperties,
		optionsCollection([allowRemovingAll, incompleteListOption, batchSize, removalLimit]),
	],
	run: runOrPreview((context, itemCount, isDryRun) => {
		const settings = readAssignSettings(context, isDryRun);
		return forAllItems({
			read: (item) => readAssignmentRow(item, settings.mode),
			send: (entries) =>
				assignRows(
					entries.map(({ input }) => input),
					settings,
				),
		})(context, itemCount);
	}),
};

/** What applies to the whole run: the options are those of the first item. */
function readAssignSettings(context: IExecuteFunctions, isDryRun: boolean) {
	const first = new InputItem(context, 0);
	return {
		mode: toChoice(first.value('mode', 'add'), 'Mode', MODES),
		isDryRun,
		first,
		batchSize: numberOf(first.options, batchSize),
		removeAtMost: numberOf(first.options, removalLimit),
	};
}

type AssignSettings = ReturnType<typeof readAssignSettings>;

async function* assignRows(
	rows: AssignmentRow[],
	settings: AssignSettings,
): AsyncGenerator<OperationResult> {
	const { mode, isDryRun, first, removeAtMost } = settings;
	const needsPresent = isDryRun || mode !== 'replace';
	const lists = new Lists(first, needsPresent);

	await resolveRows(rows, lists);
	const { assignments, refusals } = mergeAssignments(rows, mode === 'replace');
	yield* refusals;
	if (!needsPresent) return yield* sendAssignments(assignments, lists, settings);

	const { changes, refusals: uncertain } = await planChanges(assignments, mode, lists);
	const excess = mode === 'remove' ? excessRemovals(changes, removeAtMost) : undefined;
	const obstacle = uncertain[0]?.error ?? excess;
	if (obstacle && !isDryRun) throw obstacle;
	yield* uncertain;
	for (const change of changes) {
		if (isChange(change) && !isDryRun) continue;
		const json = await previewAssignment(change, lists);
		yield { items: change.assignment.items, records: [{ json }] };
	}
	if (excess) yield { items: [], error: excess };
	if (isDryRun) return;
	const changed = changes.filter(isChange).map(({ assignment }) => assignment);
	if (changed.length < changes.length) {
		showHints(first.context, [
			`Already up to date: ${changes.length - changed.length} of ${countOf(changes.length, 'control')}.`,
			'info',
		]);
	}
	yield* sendAssignments(changed, lists, settings);
}

async function* sendAssignments(
	assignments: Assignment[],
	lists: Lists,
	{ first, batchSize, mode }: AssignSettings,
): AsyncGenerator<OperationResult> {
	const batches = inBatches(assignments, batchSize);
	const tally: Tally = { asked: 0, unconfirmed: 0 };
	const applied: number[] = [];
	for (const [index, batch] of batches.entries()) {
		const items = batch.flatMap((assignment) => assignment.items);
		try {
			const answer = await assignScopes(first.clientFor(items[0] ?? 0), batch.map(toRequest));
			applied.push(index);
			yield* pairAnswer(batch, answer, lists, tally);
		} catch (error) {
			yield { items, error, note: batchNote(index, batches.length, items, applied) };
		}
	}
	const { asked, unconfirmed } = tally;
	if (unconfirmed === 0) {
		const controls = applied.flatMap((index) => batches[index] ?? []).length;
		if (asked > 0)
			showHints(first.context, [
				`Confirmed by the service: ${countOf(controls, 'control')}, ${countOf(asked, mode === 'remove' ? 'remaining assignment' : 'assignment')}.`,
				'info',
			]);
		return;
	}
	addWarning(
		first.context,
		`The service did not confirm ${unconfirmed} of ${countOf(asked, 'assignment')}. Their items have "confirmed": false or an error. Use GRC Control > Get Many with Expand Scopes to see what is assigned.`,
	);
}
