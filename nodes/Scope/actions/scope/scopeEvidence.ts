import type { IDataObject } from 'n8n-workflow';

import type { RemovedAssignment } from '../../../shared/assignments/presentAssignments';
import { canonicalJson } from '../../../shared/basics/json';
import { memberOf, setMember } from '../../../shared/basics/members';
import { doubtOf } from '../../../shared/node/cells/doubtful';
import { pathOf } from '../../../shared/node/properties/locators';
import { type Changes, clearedWarning, whatChanges } from '../../../shared/writes/changes';
import type { Evidence } from '../../../shared/writes/evidence';
import { NOT_KNOWN } from '../../../shared/writes/tally';

/** A scope whose change is to be told. */
interface PatchedScope {
	id: string;
	/** As it is; `undefined` when that is not known. */
	before: IDataObject | undefined;
	/** What is sent. */
	patch: IDataObject;
	/** What it loses if it is archived; `undefined` when that is not known. */
	assignments: RemovedAssignment[] | undefined;
	/** Why, where the changes do not say it. */
	why?: string;
}

/** @returns what a row says about a scope that a patch changes (scoped-controls, States and transitions) */
export function scopeEvidence({ id, before, patch, assignments, why }: PatchedScope): Evidence {
	const changes = changesOf(before, patch);
	const isSame = Object.keys(changes).length === 0;
	const wasArchived = String(before?.status).toLowerCase() === ARCHIVED;
	const isEnd = !isSame && patch.status === ARCHIVED;
	const isBack = !isSame && wasArchived && patch.status !== undefined && !isEnd;
	const warnings: string[] = [];
	if (isBack) warnings.push(ASSIGNMENTS_GONE);
	else if (wasArchived && !isSame)
		warnings.push('This scope is archived: the service may refuse the change.');
	warnings.push(...clearedWarning(changes));
	if ('name' in changes) warnings.push(...doubtOf(patch.name, 'Name'));
	if ('description' in changes) warnings.push(...doubtOf(patch.description, 'Description'));
	if (!before)
		warnings.push('The values before are not known: the service did not return this scope.');
	return {
		action: isSame ? 'unchanged' : isEnd ? 'archived' : isBack ? 'reactivated' : 'updated',
		why: why ?? (isSame ? 'already up to date' : whatChanges(changes)),
		warnings,
		identity: { id, name: before?.name ?? null, path: before ? pathOf(before) : null },
		changes,
		besides: isEnd ? { removedAssignments: assignments ?? NOT_KNOWN } : {},
		record: { id, ...before, ...patch },
		...(isEnd && before && { lost: before }),
	};
}

const ARCHIVED = 'archived';

/** What a person should know of a scope that is active again. */
export const ASSIGNMENTS_GONE =
	'The control assignments that this scope had before it was archived are not back: assign them again.';

function changesOf(before: IDataObject | undefined, patch: IDataObject): Changes {
	const changes: Changes = {};
	for (const [name, current] of Object.entries(patch)) {
		const previous = before && (memberOf(before, name) ?? null);
		if (before && isSameMember(previous, current)) continue;
		setMember(
			changes,
			name,
			before ? { previous, current: current === '' ? null : current } : { current },
		);
	}
	return changes;
}

/** @returns whether a scope has a value already; a text that is empty may be missing */
export function isSameMember(present: unknown, wanted: unknown): boolean {
	return canonicalJson(present || null) === canonicalJson(wanted || null);
}
