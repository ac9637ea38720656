import { countOf } from '../../../shared/basics/countOf';
import { idKey } from '../../../shared/basics/ids';
import type { Lists } from '../../../shared/assignments/lists';
import type {
	PresentAssignments,
	PresentSet,
} from '../../../shared/assignments/presentAssignments';
import type { FailedResult } from '../../../shared/node/operation';
import { toRequestItem } from '../../../shared/service/api/assignments';
import type { Evidence } from '../../../shared/writes/evidence';
import type { Step } from '../../../shared/writes/step';
import { NOT_KNOWN } from '../../../shared/writes/tally';
import type { Assignment, Mode } from './assignmentRows';

/** What a run does with one control. */
export interface AssignmentStep extends Step {
	/** With all scopes that the control has afterwards. */
	assignment: Assignment;
	isChange: boolean;
}

/**
 * Works out which scopes each control has afterwards.
 *
 * @param assignments the scopes that the items list, by control
 * @param present what is assigned now; nothing where that is not known, which only Replace goes on with
 * @returns the steps, and the errors of controls whose scopes are not certain
 */
export function planAssignments(
	assignments: Assignment[],
	mode: Mode,
	present: PresentAssignments | undefined,
	lists: Lists,
): Array<AssignmentStep | FailedResult> {
	return assignments.map((assignment) => {
		const { items } = assignment;
		try {
			const before = presentSet(assignment.controlId, mode, present);
			const scopes = SCOPES_AFTER[mode](assignment.scopes, before ?? new Map());
			const after = { ...assignment, scopes };
			const isChange =
				!before ||
				before.size !== scopes.size ||
				[...before.keys()].some((key) => !scopes.has(key));
			return {
				...{ items, records: [idKey(assignment.controlId)], assignment: after, isChange },
				evidence: evidenceOf(after, before, isChange, lists),
			};
		} catch (error) {
			return { items, error };
		}
	});
}

/** @throws UserError when the scopes of the control are not certain, unless they are replaced anyway */
function presentSet(
	controlId: string,
	mode: Mode,
	present: PresentAssignments | undefined,
): PresentSet | undefined {
	if (mode !== 'replace') return present?.of(controlId);
	try {
		return present?.of(controlId);
	} catch {
		return undefined;
	}
}

type Scopes = Assignment['scopes'];

const SCOPES_AFTER: Record<Mode, (listed: Scopes, before: PresentSet) => Scopes> = {
	replace: (listed) => listed,
	add: (listed, before) => new Map([...kept(before), ...listed]),
	remove: (listed, before) => new Map([...kept(before)].filter(([key]) => !listed.has(key))),
};

function kept(before: PresentSet): Scopes {
	return new Map([...before].map(([key, id]) => [key, { id, items: [] }]));
}

/** @returns the row of a control: its scopes before and after, with their paths */
function evidenceOf(
	{ controlId, scopes }: Assignment,
	before: PresentSet | undefined,
	isChange: boolean,
	lists: Lists,
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
			assignments: [],
		},
		record: toRequestItem({ controlId, scopeIds: wanted }),
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
