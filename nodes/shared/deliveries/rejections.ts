import type { IDataObject, INode, INodePropertyOptions } from 'n8n-workflow';

import { memberOf } from '../basics/members';
import { Recent } from '../basics/recent';
import type { Decision } from './decide';
import type { Note } from './notes';

/** What became of the deliveries to the triggers with one credential, since this process has started. */
interface Deliveries {
	accepted: number;
	/** By kind of reason, the latest one last. */
	rejected: Map<string, Rejected>;
}

/** Deliveries that were rejected for one reason since one was accepted. */
interface Rejected {
	count: number;
	/** When the last one was, in milliseconds since 1970. */
	at: number;
	text: string;
}

/** Credentials and triggers at most that are remembered. */
const MOST = 1_000;

/** By ID of the credential: the list of a form knows the credential, and neither workflow nor node. */
const byCredential = new Recent<Deliveries>(MOST);

/** By trigger: when a rejection started its workflow, and the reasons since a delivery was accepted. */
const started = new Recent<{ at: number; kinds: Set<string>; count: number }>(MOST);

/** Rejected deliveries start a workflow at most once in this time: anyone can send one. */
const QUIET_MS = 3_600_000;

/** @returns the ID of a node's credential; `''` when none is selected */
export function credentialIdOf(
	context: { getNode(): Pick<INode, 'credentials'> },
	name: string,
): string {
	return memberOf(context.getNode().credentials ?? {}, name)?.id ?? '';
}

/** @returns why a delivery was rejected; `undefined` for one that was accepted, or whose event is in progress */
function reasonOf(decision: Decision): Note | undefined {
	return decision.run || decision.status === 200 ? undefined : decision.notes[0];
}

/** Remembers what became of a delivery. */
export function recordDelivery(
	credentialId: string,
	trigger: string,
	decision: Decision,
	now: number,
): void {
	const all = byCredential.get(credentialId) ?? { accepted: 0, rejected: new Map() };
	byCredential.set(credentialId, all);
	const reason = reasonOf(decision);
	if (reason) {
		const count = (all.rejected.get(reason.kind)?.count ?? 0) + 1;
		all.rejected.delete(reason.kind);
		all.rejected.set(reason.kind, { count, at: now, text: reason.text });
	} else if (decision.run || (decision.status === 200 && !decision.isCopy)) {
		all.accepted++;
		all.rejected.clear();
		const last = started.get(trigger);
		last?.kinds.clear();
	}
}

/**
 * Decides whether a rejected delivery starts the workflow: once an hour at most, and once for each reason
 * until a delivery was accepted. So whoever sends forged requests can neither fill the executions nor the
 * database.
 *
 * @returns `{ "reason": "wrongSignature", "message": "A request was rejected with 401: …", "status": 401,
 *   "rejectedAt": "2026-03-31T08:15:30.000Z", "rejections": 12 }`, the number of rejections since the last
 *   time; `undefined` when it starts nothing
 */
export function rejectionToStartOn(
	trigger: string,
	decision: Decision & { run: false },
	now: number,
): IDataObject | undefined {
	const reason = reasonOf(decision);
	if (!reason) return undefined;
	const last = started.get(trigger) ?? { at: -Infinity, kinds: new Set(), count: 0 };
	last.count++;
	started.set(trigger, last);
	const age = now - last.at;
	// A clock that was set back must not prevent it for longer.
	if ((age >= 0 && age < QUIET_MS) || last.kinds.has(reason.kind)) return undefined;
	const rejections = last.count;
	started.set(trigger, { at: now, kinds: last.kinds.add(reason.kind), count: 0 });
	return {
		reason: reason.kind,
		message: reason.text,
		status: decision.status,
		rejectedAt: new Date(now).toISOString(),
		rejections,
	};
}

/** How long ago something was, as a person would say it. */
function ago(milliseconds: number): string {
	const minutes = Math.floor(Math.max(0, milliseconds) / 60_000);
	if (minutes === 0) return 'less than a minute ago';
	if (minutes < 120) return `${minutes} min ago`;
	const hours = Math.floor(minutes / 60);
	return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}

/**
 * @returns the entries of the list that shows what became of the deliveries: the first one, which is
 *   selected, sums them up; those below say why deliveries were rejected since one was accepted
 */
export function deliveryEntries(credentialId: string, now: number): INodePropertyOptions[] {
	const { accepted, rejected } = byCredential.get(credentialId) ?? {
		accepted: 0,
		rejected: new Map<string, Rejected>(),
	};
	const reasons = [...rejected].reverse();
	const [latest] = reasons;
	const total = reasons.reduce((sum, [, { count }]) => sum + count, 0);
	const summary = latest
		? `${total} Rejected, Last ${ago(now - latest[1].at)}`
		: accepted > 0
			? `No Rejected Deliveries (${accepted} Accepted)`
			: 'No Deliveries Yet';
	return [
		{
			name: summary,
			value: '',
			description: latest
				? latest[1].text
				: 'Since n8n was started or the last change of the process that receives webhooks',
		},
		...reasons.map(([kind, { count, at, text }]) => ({
			name: `${count} x ${REASONS.get(kind) ?? kind}, Last ${ago(now - at)}`,
			value: kind,
			description: text,
		})),
	];
}

/** Short names of the reasons. */
const REASONS = new Map([
	['brokenSetup', 'Sender Not Usable'],
	['noSecret', 'No Usable Secret'],
	['outsideTolerance', 'Timestamp Outside Tolerance'],
	['missingBody', 'Unreadable Body'],
	['missingId', 'No ID'],
	['malformedId', 'Unusable ID'],
	['missingSignature', 'No Signature'],
	['malformedSignature', 'Unusable Signature'],
	['missingTimestamp', 'No Timestamp'],
	['malformedTimestamp', 'Unusable Timestamp'],
	['wrongSignature', 'Wrong Secret or Forged'],
	['unreadable', 'Unreadable Credential'],
	['tooMany', 'Too Many in Progress'],
	['unexpected', 'Unexpected Error'],
]);
