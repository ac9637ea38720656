import { countOf } from '../basics/countOf';
import { groupsOf } from '../basics/lists';
import { clearedIn } from './changes';
import type { Action, Evidence } from './evidence';

/** What is done to a record, as an infinitive. */
const TO_DO: Record<Exclude<Action, 'unchanged'>, string> = {
	created: 'create',
	updated: 'update',
	reactivated: 'reactivate',
	archived: 'archive',
	deleted: 'delete',
	assigned: 'assign',
};

/** From this share on, it is said how many active records there are. */
const REMARKABLE = 0.2;

/**
 * Counts what a run does, in words.
 *
 * @param isDone whether it was done, or would be
 * @param active how many active records there were before: eight archived scopes are many of nine
 * @returns such as `["2 to create", "1 to archive", "3 control assignments to remove"]`
 */
export function tally(evidence: Iterable<Evidence>, isDone: boolean, active = Infinity): string[] {
	const all = [...evidence];
	// What Assign only takes away is counted with what was removed.
	const named = all.filter((each) => each.action !== 'assigned' || !isOnlyRemoved(each));
	const parts = [...groupsOf(named, ({ action }) => action)].map(([action, { length }]) => {
		const isEnd = action === 'archived' || action === 'deleted';
		const of = isEnd && length > 1 && length > REMARKABLE * active ? ` of ${active} active` : '';
		const done = isDone || action === 'unchanged' ? action : `to ${TO_DO[action]}`;
		return `${length} ${done}${of}`;
	});
	const added = all.reduce(
		(sum, { besides }) => sum + lengthOf(besides.added) + lengthOf(besides.addedAssignments),
		0,
	);
	if (added > 0)
		parts.push(`${countOf(added, 'control assignment')} ${isDone ? 'added' : 'to add'}`);
	const removed = all.reduce((sum, each) => sum + removedAssignments(each), 0);
	if (removed > 0)
		parts.push(`${countOf(removed, 'control assignment')} ${isDone ? 'removed' : 'to remove'}`);
	if (all.some(({ besides }) => besides.removedAssignments === NOT_KNOWN))
		parts.push('control assignments of archived scopes not known');
	if (all.some(({ besides }) => besides.removed === NOT_KNOWN))
		parts.push('control assignments before not known');
	const cleared = all.reduce((sum, each) => sum + clearedFields(each).length, 0);
	if (cleared > 0) parts.push(`${countOf(cleared, 'value')} ${isDone ? 'cleared' : 'to clear'}`);
	return parts;
}

/** What a row says instead of assignments that could not be read. */
export const NOT_KNOWN = 'not known';

/** @returns how many control assignments an archived scope loses, or Assign takes away */
export function removedAssignments({ besides }: Evidence): number {
	return lengthOf(besides.removedAssignments) + lengthOf(besides.removed);
}

function isOnlyRemoved({ besides }: Evidence): boolean {
	return lengthOf(besides.added) === 0 && lengthOf(besides.removed) > 0;
}

function lengthOf(list: unknown): number {
	return Array.isArray(list) ? list.length : 0;
}

/** @returns names of the fields that are cleared; assignments are counted by themselves */
export function clearedFields({ action, changes }: Evidence): string[] {
	return action === 'assigned' ? [] : clearedIn(changes);
}
