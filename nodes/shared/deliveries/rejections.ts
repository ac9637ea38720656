import type { IDataObject } from 'n8n-workflow';

import { Recent } from '../basics/recent';
import { type Decision, isNewAndGenuine } from './decide';

/** Triggers at most that are remembered. */
const MOST = 1_000;

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

/** After an accepted delivery, each reason can start the workflow again. */
export function noteAccepted(trigger: string, decision: Decision): void {
	if (isNewAndGenuine(decision)) started.get(trigger)?.kinds.clear();
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
