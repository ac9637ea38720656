import { createHash } from 'crypto';

import { canonicalJson } from '../basics/json';
import { userError } from '../n8n/nodeErrors';
import type { Evidence } from './evidence';
import { tally } from './tally';

/** The name of a plan: what is counted for a person, and what stands for all of it. */
export interface Plan {
	/** Such as `5 to create, 2 to update`. */
	counts: string;
	/** 16 hex digits of a hash over everything that would be written or destroyed. */
	hash: string;
}

/**
 * Names a plan. The order of its rows does not count, nor does what stays as it is: a change elsewhere, such as of
 * the time of the last update, does not refuse an approved plan.
 *
 * @param errors how many rows cannot be written
 * @param active how many active records there are
 */
export function planOf(evidence: readonly Evidence[], errors: number, active?: number): Plan {
	const writes = evidence.filter(({ action }) => action !== 'unchanged');
	const texts = writes.map(({ action, identity, changes, besides, record, lost = null }) => {
		// Nothing of a new record is there before.
		const sent = action === 'created' ? record : null;
		const lists = Object.entries(besides).map(([name, list]) => [name, inAnyOrder(list)]);
		const { scopes = { current: null }, ...fields } = changes;
		const sets = [inAnyOrder(scopes.previous), inAnyOrder(scopes.current)];
		return canonicalJson([action, identity, fields, sets, lists, sent, lost]);
	});
	const hash = createHash('sha256').update(texts.sort().join('\n')).digest('hex').slice(0, 16);
	const counts = tally(writes, false, active);
	if (errors > 0) counts.push(`${errors} with an error`);
	return { counts: counts.join(', ') || 'Nothing to do', hash };
}

/** A service lists scopes and assignments in any order. */
function inAnyOrder(list: unknown): unknown {
	return Array.isArray(list) ? list.map(canonicalJson).sort() : list;
}

/** @param isAboveLimit whether it removes more than Removal Limit allows without an approval */
export function planText({ counts, hash }: Plan, isAboveLimit: boolean): string {
	return `${counts}${isAboveLimit ? ', above the Removal Limit' : ''} (${hash})`;
}

/** `5 to create, 2 to update (8f3a91c2d4e50b17)` */
const PLAN = /^(.*) \(([0-9a-f]{16})\)$/;

/**
 * Reads the plan that a person has approved.
 *
 * @throws UserError when there is none, or the text is not a plan: an approval that was declined leaves it empty
 */
export function readPlan(text: string): Plan {
	const [, counts, hash] = PLAN.exec(text) ?? [];
	if (counts !== undefined && hash !== undefined) return { counts, hash };
	throw userError(
		text === '' ? 'Approved Plan is empty' : `Approved Plan is not a plan: "${text.slice(0, 100)}"`,
		'Nothing was written. Use the plan of a dry run: {{ $("Dry run").first().json.plan }}. If the approval was declined, this error is right.',
	);
}

/** @throws UserError unless the plan is the one that was approved */
export function checkPlan(plan: Plan, approved: Plan): void {
	if (plan.hash === approved.hash) return;
	throw userError(
		'The plan has changed since it was approved',
		`Approved: ${approved.counts}. Now: ${plan.counts}.`,
		'Nothing was written. Run the dry run again, and have its plan approved.',
	);
}
