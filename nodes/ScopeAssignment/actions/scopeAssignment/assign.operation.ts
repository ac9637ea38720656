import type { IExecuteFunctions } from 'n8n-workflow';

import { Lists } from '../../../shared/assignments/lists';
import type { PresentAssignments } from '../../../shared/assignments/presentAssignments';
import { listField, noticeField, shownIf, switchField } from '../../../shared/forms/fields';
import { numberOf, switchOf, toChoice } from '../../../shared/node/coerce';
import { incompleteListOption } from '../../../shared/node/incompleteList';
import { InputItem } from '../../../shared/node/inputItem';
import { controlLocator } from '../../../shared/node/properties/locators';
import { batchSizeOption } from '../../../shared/node/properties/requests';
import { addWarning } from '../../../shared/node/warnings';
import { isUnreadable } from '../../../shared/writes/unreadable';
import { writingOperation } from '../../../shared/writes/writingOperation';
import { type AssignmentStep, planAssignments } from './assignmentPlan';
import {
	allowRemovingAll,
	type AssignmentRow,
	LAYOUTS,
	mergeAssignments,
	type Mode,
	MODES,
	readAssignmentRow,
	resolveRows,
} from './assignmentRows';
import { ignoredNote, resolveMatrix } from './matrix';
import { sendAssignments } from './sendAssignments';

const batchSize = batchSizeOption(100, 'controls');

const splitAssignments = switchField(
	'One Item per Assignment',
	'splitAssignments',
	'Whether to return an item for each derived control that the service returns, instead of one for each control with all of them in assignments',
);

const noAssignmentsYet = switchField(
	'No Assignments Yet',
	'noAssignmentsYet',
	'Whether no control is assigned to a scope yet. Only for a service whose list of controls does not show that: assignments that it does not show would be removed.',
);

/** Assigns controls to scopes (scoped-controls, `POST /v1/scopeassignments`). */
export const assign = writingOperation<AssignmentRow>({
	form: [
		listField(
			'Table Layout',
			'tableLayout',
			'pairs',
			'How the input items say which scopes a control is assigned to',
			[
				['Pairs', 'pairs', 'Each item has a control and a list of scopes'],
				['Matrix', 'matrix', 'Each item has a control, and a column for each scope'],
			],
			{ noDataExpression: true },
		),
		...shownIf({ tableLayout: ['matrix'] }, [
			noticeField(
				'matrixNotice',
				'Columns are scopes by name, path, or ID. x, 1, yes, true, or ✓ assigns; empty, 0, no, false, or - does not.',
			),
		]),
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
		...shownIf({ tableLayout: ['matrix'], mode: ['replace'] }, [
			noticeField(
				'wholeMatrixNotice',
				'Assignments to scopes that have no column stay. In a loop, each iteration replaces the one before.',
			),
		]),
		...shownIf({ tableLayout: ['pairs'], mode: ['replace'] }, [
			noticeField(
				'wholeSetNotice',
				'Each control is removed from scopes that this run does not list. In a loop, each iteration replaces the one before.',
			),
		]),
		controlLocator({
			displayName: 'Control',
			name: 'controlId',
			required: true,
			description:
				'Control to assign, usually an expression with the ID or identifier from each input item',
			hint: 'For each control of the input: choose By ID, and drag its ID here',
		}),
		{
			displayName: 'Scope Names or IDs',
			name: 'scopeIds',
			type: 'multiOptions',
			displayOptions: { show: { tableLayout: ['pairs'] } },
			typeOptions: { loadOptionsMethod: 'getScopes' },
			// An expression can return paths and names, too: n8n would mark them red, since the list has IDs.
			allowArbitraryValues: true,
			default: [],
			description:
				'Scopes below your choice are not included. An expression can also return paths (EMEA / Germany) or unique names. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
	],
	options: [allowRemovingAll, incompleteListOption, batchSize, noAssignmentsYet, splitAssignments],
	removes: true,
	writesTo: 'scopes',
	reader: (context) => {
		const mode = readMode(context);
		const layout = readLayout(context);
		return (item) => readAssignmentRow(item, mode, layout);
	},
	plan: async (entries, { first, mustKnow }) => {
		const mode = readMode(first.context);
		const isMatrix = readLayout(first.context) === 'matrix';
		const settings = {
			...{ first, lists: new Lists(first) },
			batchSize: numberOf(first.options, batchSize),
			isSplit: switchOf(first.options, splitAssignments),
		};
		const { lists } = settings;
		const rows = entries.map(({ input }) => input);
		if (isMatrix) {
			const ignored = resolveMatrix(rows, mode, await lists.scopes());
			if (ignored.length > 0) addWarning(first.context, ignoredNote(ignored));
		}
		await resolveRows(rows, mode, lists);
		const pathOf = (id: string) => lists.known('scopes', id)?.path ?? id;
		const { assignments, refusals } = mergeAssignments(rows, mode === 'replace', pathOf);
		const assumesNone = switchOf(first.options, noAssignmentsYet);
		const present = await readPresent(lists, mode === 'replace' && !isMatrix, assumesNone);
		const context = { mode, present, lists, mustKnow };
		const planned = planAssignments(assignments, context);
		const own = planned.filter((step): step is AssignmentStep => !('error' in step));
		return {
			steps: [...refusals, ...planned],
			population: present ? { assignments: present.count } : {},
			write: () => sendAssignments(own, settings),
		};
	},
});

/**
 * @param canDoWithout whether the whole set is sent anyway
 * @returns what is assigned now; nothing where it cannot be read, and need not be
 * @throws ServiceError or UserError when it cannot be read, and must be
 */
async function readPresent(
	lists: Lists,
	canDoWithout: boolean,
	assumesNone: boolean,
): Promise<PresentAssignments | undefined> {
	return await lists.assignments(assumesNone).catch((error: unknown) => {
		if (!canDoWithout || !isUnreadable(error)) throw error;
		return undefined;
	});
}

/** The layout of a run is that of its first item. */
function readLayout(context: IExecuteFunctions): keyof typeof LAYOUTS {
	const value = new InputItem(context, 0).value('tableLayout', 'pairs');
	return toChoice(value, 'Table Layout', LAYOUTS);
}

/** The mode of a run is that of its first item. */
function readMode(context: IExecuteFunctions): Mode {
	return toChoice(new InputItem(context, 0).value('mode', 'add'), 'Mode', MODES);
}
