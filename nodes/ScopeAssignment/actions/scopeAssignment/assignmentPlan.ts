import { countOf } from '../../../shared/basics/countOf';
import { idKey } from '../../../shared/basics/ids';
import type { Lists } from '../../../shared/assignments/lists';
import type {
	PresentAssignments,
	PresentSet,
} from '../../../shared/assignments/presentAssignments';
import { userError } from '../../../shared/n8n/nodeErrors';
import type { FailedResult } from '../../../shared/node/operation';
import { toRequestItem } from '../../../shared/service/api/assignments';
import type { Evidence } from '../../../shared/writes/evidence';
import type { Step } from '../../../shared/writes/step';
import { NOT_KNOWN } from '../../../shared/writes/tally';
import type { MergedAssignment, Mode } from './assignmentRows';

/** What a run does with one control. */
export interface AssignmentStep extends Step {
	/** With all scopes that the control has afterwards. */
	assignment: MergedAssignment;
	isChange: boolean;
}

/** What a plan of assignments is made by. */
interface PlanContext {
	mode: Mode;
	/** What is assigned now; nothing where that is not known, which only Replace of all scopes goes on with. */
	present: PresentAssignments | undefined;
	lists: Lists;
	/** Whether a control that the service does not list is an error. */
	mustKnow: boolean;
}

/**
 * Works out which scopes each control has afterwards.
 *
 * @param assignments the scopes that the items list, by control
 * @returns the steps, and the errors of controls whose scopes are not certain
 */
export function planAssignments(
	assignments: MergedAssignment[],
	{ mode, present, lists, mustKnow }: PlanContext,
): Array<AssignmentStep | FailedResult> {
	return assignments.map((given) => {
		const { items } = given;
		const known = lists.known('controls', given.controlId);
		// As the service writes it: another letter case of an ID may be unknown to it.
		const assignment = known ? { ...given, controlId: known.id } : given;
		try {
			if (present && !known && mustKnow) refuseUnknown(given.controlId);
			const before = presentSet(assignment, mode, present);
			const scopes = SCOPES_AFTER[mode](assignment, before ?? new Map());
			const after = { ...assignment, scopes };
			const isChange =
				!before ||
				before.size !== scopes.size ||
				[...before.keys()].some((key) => !scopes.has(key));
			return {
				...{ items, records: [idKey(assignment.controlId)], assignment: after, isChange },
				evidence: evidenceOf(after, before, isChange, lists, present?.isAssumed(after.controlId)),
			};
		} catch (error) {
			return { items, error };
		}
	});
}

function refuseUnknown(controlId: string): never {
	throw userError(
		`There is no control with the ID "${controlId}"`,
		'Check the ID in this item. Use GRC Control > Get Many to see the IDs and identifiers.',
	);
}

/** @throws UserError when the scopes of the control are not certain, unless all of them are replaced anyway */
function presentSet(
	{ controlId, without }: MergedAssignment,
	mode: Mode,
	present: PresentAssignments | undefined,
): PresentSet | undefined {
	if (mode !== 'replace' || without) return present?.of(controlId);
	try {
		return present?.of(controlId);
	} catch {
		return undefined;
	}
}

type Scopes = MergedAssignment['scopes'];

const SCOPES_AFTER: Record<Mode, (given: MergedAssignment, before: PresentSet) => Scopes> = {
	// A matrix says nothing about scopes that it has no column of.
	replace: ({ scopes, without }, before) =>
		without
			? new Map([...[...kept(before)].filter(([key]) => !without.has(key)), ...scopes])
			: scopes,
	add: ({ scopes }, before) => new Map([...kept(before), ...scopes]),
	remove: ({ scopes }, before) => new Map([...kept(before)].filter(([key]) => !scopes.has(key))),
};

function kept(before: PresentSet): Scopes {
	return new Map([...before].map(([key, id]) => [key, { id, items: [] }]));
}

/** @returns the row of a control: its scopes before and after, with their paths */
function evidenceOf(
	{ controlId, scopes }: MergedAssignment,
	before: PresentSet | undefined,
	isChange: boolean,
	lists: Lists,
	isAssumed = false,
): Evidence {
	const shown = (id: string) => ({ id, path: lists.known('scopes', id)?.path ?? null });
	const wanted = [...scopes.values()].map(({ id }) => id);
	const added = [...scopes].filter(([key]) => !before?.has(key)).map(([, { id }]) => id);
	const removed = [...(before ?? [])].filter(([key]) => !scopes.has(key)).map(([, id]) => id);
	const current = wanted.map(shown);
	const control = lists.known('controls', controlId);
	const previous = before && { previous: [...before.values()].map(shown) };
	return {
		action: isChange ? 'assigned' : 'unchanged',
		why: isChange ? whyChanged(before && added, before && removed) : 'already up to date',
		warnings: [
			...(control?.warning ? [control.warning] : []),
			...(before ? [] : ['The scopes of this control before are not known.']),
			...(isAssumed ? ['It was taken for granted that this control has no assignments yet.'] : []),
		],
		identity: {
			id: controlId,
			name: control?.title || null,
			controlIdentifier: control?.name || null,
		},
		changes: isChange ? { scopes: { ...previous, current } } : {},
		besides: {
			added: before ? added.map(shown) : NOT_KNOWN,
			removed: before ? removed.map(shown) : NOT_KNOWN,
			// None are known before the service returns them.
			assignments: null,
		},
		record: toRequestItem({ controlId, scopeIds: wanted }),
		...(!before && { isBlind: true }),
	};
}

/**
 * @param added scopes that the control gains; no list when they are not known
 * @param removed those that it loses
 * @returns what changes, in words
 */
export function whyChanged(added: unknown, removed: unknown): string {
	if (!Array.isArray(added) || !Array.isArray(removed)) return 'all scopes replaced';
	const parts = [
		{ scopes: added, done: 'added' },
		{ scopes: removed, done: 'removed' },
	];
	return parts
		.filter(({ scopes }) => scopes.length > 0)
		.map(({ scopes, done }) => `${countOf(scopes.length, 'scope')} ${done}`)
		.join(', ');
}
