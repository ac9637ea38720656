import { groupsOf } from '../basics/lists';
import type { Evidence } from './evidence';
import { clearedFields, removedAssignments } from './tally';

/** What there is before a run, which a share of it is measured against. */
export interface Population {
	/** Scopes or vendors that are active. */
	active?: number;
	/** Control assignments. */
	assignments?: number;
	/** Records that have a value in a field. */
	withValue?: (field: string) => number;
}

/** So many may be removed without being measured. */
const FREE = 10;

/** The share that may be removed. */
const SHARE = 0.2;

/** What a run removes of one kind. */
interface Removal {
	count: number;
	total: number | undefined;
	/** Such as `12 of 40 active records would be archived or deleted`. */
	text: string;
}

/**
 * Finds out whether a run removes more than it may.
 *
 * @param limit Removal Limit: so many of each kind; by default more than 10 and more than 20 percent is too much
 * @returns what is too much, in words; nothing when all is allowed
 */
export function excessOf(
	evidence: readonly Evidence[],
	{ active, assignments, withValue }: Population,
	limit: number | undefined,
): string[] {
	const ended = evidence.filter(isEnd);
	const removed = evidence.reduce((sum, each) => sum + removedAssignments(each), 0);
	const blind = evidence.filter(({ isBlind }) => isBlind);
	const removals = [
		removal(ended.length, active, 'active records would be archived or deleted'),
		removal(removed, assignments, 'control assignments would be removed'),
		// What is not known may be all that there is.
		removal(blind.length, undefined, 'records would be replaced whose values are not known'),
	];
	for (const [field, { length }] of groupsOf(evidence.flatMap(clearedFields), (name) => name))
		removals.push(removal(length, withValue?.(field), `values of ${field} would be cleared`));
	return removals.filter((each) => isTooMuch(each, limit)).map(({ text }) => text);
}

function isEnd({ action, changes }: Evidence): boolean {
	if (action === 'archived' || action === 'deleted') return true;
	const { status } = changes;
	return status?.current === 'archived' && status.previous !== 'archived';
}

function removal(count: number, total: number | undefined, what: string): Removal {
	const of = total === undefined ? '' : ` of ${total}`;
	return { count, total, text: `${count}${of} ${what}` };
}

function isTooMuch({ count, total }: Removal, limit: number | undefined): boolean {
	if (limit !== undefined) return count > limit;
	return count > FREE && (total === undefined || count > SHARE * total);
}
