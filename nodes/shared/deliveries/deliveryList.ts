import type {
	ILoadOptionsFunctions,
	INode,
	INodePropertyOptions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { memberOf } from '../basics/members';
import { Recent } from '../basics/recent';
import { type Decision, isGenuine, isNewAndGenuine } from './decide';
import type { Note } from './notes';
import { DELIVERIES_FIELD, TRIGGER_FIELD } from './properties';

/** What became of the deliveries to a trigger with one credential, since this process has started. */
interface Deliveries {
	accepted: number;
	rejected: ByReason;
	/** Genuine ones that have started nothing. */
	ignored: ByReason;
	/** Genuine ones since the last rejected one, without copies: anyone who has seen a delivery can send it again. */
	since: { accepted: number; ignored: number };
}

/** Deliveries by kind of reason, the latest one last. */
type ByReason = Map<string, Counted>;

/** Deliveries that have started nothing for one reason. */
interface Counted {
	count: number;
	/** When the last one was, in milliseconds since 1970. */
	at: number;
	/** What to do about the last one. */
	advice: string;
	/** Whether a genuine one came after the last one. */
	isBeforeGenuine: boolean;
}

/** Triggers at most that are remembered. */
const MOST = 1_000;

/**
 * By credential and trigger. n8n has checked that whoever opens the list may use the credential; the trigger
 * is what the editor says.
 */
const byTrigger = new Recent<Deliveries>(MOST);

function keyOf(credentialId: string, trigger: string): string {
	return JSON.stringify([credentialId, trigger]);
}

/** @returns the ID of a node's credential; `''` when none is selected */
function credentialIdOf(context: { getNode(): Pick<INode, 'credentials'> }, name: string): string {
	return memberOf(context.getNode().credentials ?? {}, name)?.id ?? '';
}

/** Remembers what became of a delivery. */
export function recordDelivery(
	context: Pick<IWebhookFunctions, 'getNode' | 'getWorkflow'>,
	credentialName: string,
	decision: Decision,
	now: number,
): void {
	const credentialId = credentialIdOf(context, credentialName);
	// Without a credential, no one can open the list.
	if (credentialId === '') return;
	// What the expression of the hidden field returns.
	const key = keyOf(credentialId, `${context.getWorkflow().id}/${context.getNode().id}`);
	const all = byTrigger.get(key) ?? newDeliveries();
	byTrigger.set(key, all);
	const reason = decision.run ? undefined : decision.reason;
	if (isNewAndGenuine(decision)) {
		all.since[reason ? 'ignored' : 'accepted']++;
		for (const rejected of all.rejected.values()) rejected.isBeforeGenuine = true;
		if (!reason) all.accepted++;
	}
	if (!reason) return;
	if (!isGenuine(decision)) all.since = { accepted: 0, ignored: 0 };
	count(isGenuine(decision) ? all.ignored : all.rejected, reason, now);
}

function newDeliveries(): Deliveries {
	return {
		accepted: 0,
		rejected: new Map(),
		ignored: new Map(),
		since: { accepted: 0, ignored: 0 },
	};
}

function count(deliveries: ByReason, { kind, advice }: Note, at: number): void {
	const before = deliveries.get(kind)?.count ?? 0;
	deliveries.delete(kind);
	deliveries.set(kind, { count: before + 1, at, advice, isBeforeGenuine: false });
}

/**
 * @param context of the list; its node has a credential, and neither a name nor an ID
 * @returns the entries of the list that shows what became of the deliveries: the first one sums them up;
 *   those below say why deliveries were rejected or ignored, and what to do. The first one has the saved
 *   value, whichever that is: so the field always shows the sum, and never a value without an entry.
 */
export function deliveryEntries(
	context: Pick<ILoadOptionsFunctions, 'getNode' | 'getCurrentNodeParameter'>,
	credentialName: string,
	now: number,
): INodePropertyOptions[] {
	const read = (name: string) => {
		const value = context.getCurrentNodeParameter(name);
		return typeof value === 'string' ? value : '';
	};
	const saved = read(DELIVERIES_FIELD.name);
	const credentialId = credentialIdOf(context, credentialName);
	if (credentialId === '') return [{ name: 'Select a Credential First', value: saved }];
	const trigger = read(TRIGGER_FIELD.name);
	if (trigger === '') return [{ name: 'Save the Workflow First', value: saved }];
	const all = byTrigger.get(keyOf(credentialId, trigger)) ?? newDeliveries();
	return [
		{ ...summaryOf(all, now), value: saved },
		...[...all.rejected]
			.reverse()
			.concat([...all.ignored].reverse())
			.map(([kind, { count: times, at, advice, isBeforeGenuine }]) => ({
				name: `${times} x ${REASONS.get(kind) ?? kind}${isBeforeGenuine ? ' (Before the Last Accepted)' : ''}, Last ${ago(now - at)}`,
				value: kind === saved ? '' : kind,
				description: advice,
			})),
	];
}

function summaryOf(
	{ accepted, rejected, ignored, since }: Deliveries,
	now: number,
): { name: string; description: string } {
	const [rejectedCount, ignoredCount] = [sumOf(rejected), sumOf(ignored)];
	if (accepted + rejectedCount + ignoredCount === 0)
		return {
			name: 'No Deliveries With This Credential Yet',
			description:
				'Since this n8n process started. If n8n has separate webhook processes, see their logs.',
		};
	const description = `With this credential since this n8n process started: ${accepted} accepted, ${rejectedCount} rejected, ${ignoredCount} ignored`;
	const latest = [...rejected.values()].at(-1);
	if (!latest)
		return { name: ['None Rejected', ...parts(accepted, ignoredCount)].join(', '), description };
	const after = parts(since.accepted, since.ignored).join(', ');
	const last = `${rejectedCount} Rejected, Last ${ago(now - latest.at)}`;
	return { name: after === '' ? last : `${last}, Then ${after}`, description };
}

function parts(accepted: number, ignored: number): string[] {
	return [
		...(accepted > 0 ? [`${accepted} Accepted`] : []),
		...(ignored > 0 ? [`${ignored} Ignored`] : []),
	];
}

function sumOf(deliveries: ByReason): number {
	return [...deliveries.values()].reduce((sum, one) => sum + one.count, 0);
}

/** How long ago something was, as a label says it. */
function ago(milliseconds: number): string {
	const minutes = Math.floor(Math.max(0, milliseconds) / 60_000);
	if (minutes === 0) return 'Under a Minute Ago';
	if (minutes < 120) return minutes === 1 ? '1 Minute Ago' : `${minutes} Minutes Ago`;
	const hours = Math.floor(minutes / 60);
	return hours < 48 ? `${hours} Hours Ago` : `${Math.floor(hours / 24)} Days Ago`;
}

/** Short names of the reasons, by kind. */
export const REASONS = new Map<string, string>([
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
