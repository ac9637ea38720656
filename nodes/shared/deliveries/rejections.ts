import type { IDataObject, INode, INodePropertyOptions } from 'n8n-workflow';

import { memberOf } from '../basics/members';
import { Recent } from '../basics/recent';
import type { Decision } from './decide';
import type { Note } from './notes';

/** What became of the deliveries to the triggers with one credential, since this process has started. */
interface Deliveries {
	accepted: number;
	/** Those that were rejected since one was accepted. */
	rejected: ByReason;
	/** Genuine ones that have started nothing. */
	ignored: ByReason;
}

/** Deliveries by kind of reason, the latest one last. */
type ByReason = Map<string, Counted>;

/** Deliveries that have started nothing for one reason. */
interface Counted {
	count: number;
	/** When the last one was, in milliseconds since 1970. */
	at: number;
	text: string;
}

/** Credentials and triggers at most that are remembered. */
const MOST = 1_000;

/** By ID of the credential: the list of a form knows the credential, and neither workflow nor node. */
const byCredential = new Recent<Deliveries>(MOST);

/** Rejections of a trigger. */
interface Started {
	/** When the last one started the workflow. */
	at: number;
	/** The same by kind of reason, since a delivery was accepted. */
	kinds: Map<string, number>;
	/** How many there were since then. */
	count: number;
}

const started = new Recent<Started>(MOST);

/** Rejected deliveries start a workflow at most once in this time: anyone can send one. */
const QUIET_MS = 3_600_000;

/** Those for one reason do so again after this time: a forged request must not hide for long that genuine ones are rejected. */
const QUIET_REASON_MS = 86_400_000;

/** @returns the ID of a node's credential; `''` when none is selected */
export function credentialIdOf(
	context: { getNode(): Pick<INode, 'credentials'> },
	name: string,
): string {
	return memberOf(context.getNode().credentials ?? {}, name)?.id ?? '';
}

/** Remembers what became of a delivery. */
export function recordDelivery(
	credentialId: string,
	trigger: string,
	decision: Decision,
	now: number,
): void {
	const isProven = decision.run || decision.status === 200;
	const isAccepted = isProven && (decision.run || !decision.isCopy);
	if (isAccepted) started.get(trigger)?.kinds.clear();
	// Triggers without a credential have no list, and nothing else in common.
	if (credentialId === '') return;
	const all = byCredential.get(credentialId) ?? newDeliveries();
	byCredential.set(credentialId, all);
	if (isAccepted) all.rejected.clear();
	const reason = decision.run ? undefined : decision.reason;
	if (reason) count(isProven ? all.ignored : all.rejected, reason, now);
	else if (isAccepted) all.accepted++;
}

function newDeliveries(): Deliveries {
	return { accepted: 0, rejected: new Map(), ignored: new Map() };
}

function count(deliveries: ByReason, { kind, text }: Note, at: number): void {
	const before = deliveries.get(kind)?.count ?? 0;
	deliveries.delete(kind);
	deliveries.set(kind, { count: before + 1, at, text });
}

/**
 * Decides whether a rejected delivery starts the workflow: once an hour at most in this process, and once a
 * day for each reason until a delivery was accepted. So whoever sends forged requests can neither fill the
 * executions nor the database.
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
	const { reason } = decision;
	if (!reason) return undefined;
	const last = started.get(trigger) ?? { at: -Infinity, kinds: new Map(), count: 0 };
	last.count++;
	started.set(trigger, last);
	// A clock that was set back must not prevent it for longer.
	const isWithin = (at: number, time: number) => now >= at && now - at < time;
	const ofReason = last.kinds.get(reason.kind) ?? -Infinity;
	if (isWithin(last.at, QUIET_MS) || isWithin(ofReason, QUIET_REASON_MS)) return undefined;
	const rejections = last.count;
	started.set(trigger, { at: now, kinds: last.kinds.set(reason.kind, now), count: 0 });
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
 *   selected, sums them up; those below say why deliveries were rejected since one was accepted, and why
 *   accepted ones were ignored
 */
export function deliveryEntries(credentialId: string, now: number): INodePropertyOptions[] {
	if (credentialId === '') return [{ name: 'Select a Credential First', value: '' }];
	const { accepted, rejected, ignored } = byCredential.get(credentialId) ?? newDeliveries();
	const latest = [...rejected.values()].at(-1);
	return [
		{
			name: latest
				? `${sumOf(rejected)} Rejected, Last ${ago(now - latest.at)}`
				: summaryOfAccepted(accepted, sumOf(ignored)),
			value: '',
			description: latest
				? latest.text
				: 'Since n8n was started or the last change of the process that receives webhooks',
		},
		...[...rejected]
			.reverse()
			.concat([...ignored].reverse())
			.map(([kind, { count: times, at, text }]) => ({
				name: `${times} x ${REASONS.get(kind) ?? kind}, Last ${ago(now - at)}`,
				value: kind,
				description: text,
			})),
	];
}

function summaryOfAccepted(accepted: number, ignored: number): string {
	if (accepted + ignored === 0) return 'No Deliveries Yet';
	return `No Rejected Deliveries (With This Credential: ${accepted} Accepted${ignored > 0 ? `, ${ignored} Ignored` : ''})`;
}

function sumOf(deliveries: ByReason): number {
	return [...deliveries.values()].reduce((sum, one) => sum + one.count, 0);
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
	['duplicate', 'Duplicate (Ignored)'],
	['notSelected', 'Not Selected (Ignored)'],
	['noName', 'No Event Type (Ignored)'],
	['takenForPing', 'Ping (Ignored)'],
	['noEvent', 'Not an Event (Ignored)'],
]);
