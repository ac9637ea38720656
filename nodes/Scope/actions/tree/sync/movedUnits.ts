import type { Lists } from '../../../../shared/assignments/lists';
import type { RemovedAssignment } from '../../../../shared/assignments/presentAssignments';
import { idKey } from '../../../../shared/basics/ids';
import { switchField } from '../../../../shared/forms/fields';
import { userError } from '../../../../shared/n8n/nodeErrors';
import { type AssignmentsOfScopes, readAssignments } from '../../scope/scopeState';
import { whyCopied } from './planOutput';
import type { SyncStep } from './syncPlan';

/** The member of Options for units that are at another place than before. */
export const copyAssignmentsOption = switchField(
	'Copy Assignments',
	'copyAssignments',
	'Whether the new scope of a unit that has moved, by its Row Key or Scope ID, gets the control assignments of its old scope, which is archived only after that. The service cannot move scopes.',
);

/**
 * Reads which assignments scopes have.
 *
 * @param mustKnow whether some of them are to be copied
 * @returns `undefined` where the service does not show it, and they need not be known
 * @throws UserError when they are not known, and must be: an old scope would be archived without a copy
 */
export async function assignmentsAtStake(
	lists: Lists,
	mustKnow: boolean,
): Promise<AssignmentsOfScopes | undefined> {
	const read = await readAssignments(lists);
	if ('assignments' in read) return read.assignments;
	if (!mustKnow) return undefined;
	throw userError(
		'The control assignments of the scopes that have moved are not known, and cannot be copied',
		read.unknown,
		'Nothing was written. To create the new scopes without assignments, turn off Copy Assignments under Options.',
	);
}

/**
 * Adds to the steps of units that have moved what is at stake, and what is copied.
 *
 * @param assignments of scopes; nothing where they are not known
 * @param copies whether they are copied
 */
export function withMoves(
	steps: readonly SyncStep[],
	assignments: AssignmentsOfScopes | undefined,
	copies: boolean,
): SyncStep[] {
	return steps.map((step) => {
		const { level, action } = step;
		if (level.former.length === 0) return step;
		const of = (id: string) => assignments?.get(idKey(id)) ?? [];
		const former = assignments && level.former.flatMap(({ id }) => of(id));
		const present = level.id === undefined ? [] : of(level.id);
		const copied = copies ? missingIn(present, former ?? []) : [];
		const move = { former, copied, isDone: copied.length === 0 };
		if (action !== 'unchanged' || copied.length === 0) return { ...step, move };
		return { ...step, action: 'assigned', why: whyCopied(level, copied), move };
	});
}

/** @returns assignments of controls that are not among the present ones, one for each control */
function missingIn(present: RemovedAssignment[], former: RemovedAssignment[]): RemovedAssignment[] {
	const keyOf = ({ controlId }: RemovedAssignment) => idKey(controlId);
	const has = new Set(present.map(keyOf));
	const byControl = new Map(former.map((assignment) => [keyOf(assignment), assignment]));
	return [...byControl].filter(([key]) => !has.has(key)).map(([, assignment]) => assignment);
}
