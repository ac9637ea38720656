import type { EventRules } from '../webhook/eventRules';
import type { SignatureScheme } from '../webhook/senderScheme';
import type { RefusalReason, StaleDelivery } from '../webhook/verifyDelivery';
import type { TriggerKind } from './triggerKind';
import type { UnusableSecret } from './unusableSecrets';

/**
 * A message for the log. Never contains a body, a header of an unproven delivery or a secret; the
 * source address may be from the header of a proxy.
 */
export interface Note {
	/** Notes of one kind are logged once a minute. */
	kind: string;
	text: string;
	/** What to do, for the list of Rejected Deliveries: n8n cuts off what is longer than about 95 characters. */
	advice: string;
}

/** Everything that there may be to say about a delivery. */
export type NoteKind =
	| RefusalReason
	| 'brokenSetup'
	| 'missingBody'
	| 'unreadable'
	| 'tooMany'
	| 'noEvent'
	| 'noName'
	| 'takenForPing'
	| 'retiredSecret'
	| 'unknownSignature'
	| 'notSelected'
	| 'duplicate'
	| 'unexpected';

const UNPROVEN_REQUEST = 'A request was rejected with 401:';

/** The messages of a trigger. */
export type Notes = (kind: NoteKind) => Note;

/** What becomes of a delivery that was rejected with 503, by whether its sender sends it again. */
const AFTERWARDS: Record<EventRules['resends'], string> = {
	yes: '',
	maybe: ' If the sender does not send failed deliveries again, have it send this one again.',
	no: ' The sender does not send it again by itself: redeliver it there.',
};

/** A sender before it is known which one it is. */
const UNKNOWN_SENDER: NotedSender = {
	scheme: { headers: [{ signature: '' }], prefix: '' },
	events: { resends: 'maybe' },
};

/** What the messages say about a sender. */
interface NotedSender {
	scheme: Pick<SignatureScheme, 'headers' | 'prefix' | 'time'>;
	events: Pick<EventRules, 'resends'>;
}

/** What the messages say about a trigger. */
type NotedTrigger = Pick<TriggerKind, 'words' | 'secretFields'>;

/** @returns what says what happened to a delivery, and what to do about it */
export function notesOf(trigger: NotedTrigger, sender: NotedSender = UNKNOWN_SENDER): Notes {
	const [texts, advice] = [textsOf(trigger, sender), adviceOf(trigger, sender)];
	return (kind) => ({ kind, text: texts[kind], advice: advice[kind] });
}

function textsOf(
	{ words, secretFields: [{ label: secret }] }: NotedTrigger,
	noted: NotedSender,
): Record<NoteKind, string> {
	const {
		scheme: {
			headers: [names],
			prefix,
			time,
		},
		events: { resends },
	} = noted;
	const { sender } = words;
	const afterwards = AFTERWARDS[resends];
	const rejected = `was rejected with 503${resends === 'yes' ? ', so that it is sent again' : ''}`;
	const timestamp = names.timestamp ?? names.signature;
	const version = prefix === '' ? 'value' : `${prefix.replace(/[=,]$/, '')} value`;
	return {
		// A scheme that would let in what is not genuine lets in nothing.
		brokenSetup:
			'A delivery was rejected with 503: the description of the sender in this node cannot be used. Publish the workflow again to see why.',
		// Not what the error says: it may be about anything.
		unexpected: `A delivery was rejected with 503 because of an unexpected error.${afterwards}`,
		noSecret: `A delivery was rejected with 503: the credential has no secret that can be used. Enter the secret that ${sender} shows for this endpoint as ${secret}.${afterwards}`,
		outsideTolerance: `A genuine delivery ${rejected}: its timestamp is outside the tolerance. If this keeps happening, correct the clock of the n8n server or raise Tolerance under Options.${afterwards}`,
		missingBody: `${UNPROVEN_REQUEST} its original body could not be read.`,
		missingId: `${UNPROVEN_REQUEST} it has no ${names.id ?? 'ID'} header.`,
		malformedId: `${UNPROVEN_REQUEST} its ${names.id ?? 'ID'} header has characters that the ID of a delivery cannot contain.`,
		missingSignature: `${UNPROVEN_REQUEST} it has no ${names.signature} header.${words.ifAnother}`,
		malformedSignature: `${UNPROVEN_REQUEST} its ${names.signature} header contains no well-formed ${version}.`,
		missingTimestamp:
			time?.in === 'pair'
				? `${UNPROVEN_REQUEST} its ${timestamp} header contains no timestamp.`
				: `${UNPROVEN_REQUEST} it has no ${timestamp} header.`,
		malformedTimestamp:
			time?.in === 'pair'
				? `${UNPROVEN_REQUEST} the timestamp in its ${timestamp} header must be a whole number.`
				: `${UNPROVEN_REQUEST} its ${timestamp} header must be a whole number of ${time?.unit === 'ms' ? 'milliseconds' : 'seconds'}.`,
		wrongSignature: `${UNPROVEN_REQUEST} no configured secret matches its signature. ${words.check} if ${sender} sent it.${words.afterRejections}`,
		// n8n cannot read the credential, or it was deleted.
		unreadable: `A delivery was rejected with 503: n8n could not read the credential of this node. Select an existing one.${afterwards}`,
		// Each run in progress keeps its delivery in memory.
		tooMany: `A delivery ${rejected}: 10,000 events are in progress. Set Acknowledge to Immediately, or make these workflows faster.${afterwards}`,
		noEvent:
			'A genuine delivery was acknowledged and ignored: its body is not an event. If it is empty, it may be a verification ping.',
		// Whoever selects events by name has to know that this one has none.
		noName: `A genuine delivery was acknowledged and ignored: it has no event type, so it only starts the workflow if ${words.events} is *.`,
		// With All Events a type that looks like a ping starts nothing, which could be wrong.
		takenForPing: `A delivery looks like a verification ping and did not start the workflow. If it is an event, select it by name under ${words.events}.`,
		// Logged while there is still time to enter the new secret.
		retiredSecret: `The signing secret was rotated in ${sender} and the credential has only the old one. Update ${secret} ${words.rotationTime}, or deliveries will be rejected.`,
		// Which one is new cannot be seen.
		unknownSignature: `A delivery was accepted, but ${sender} signs with another secret too, which the credential doesn't have. If the secret was rotated, check that ${secret} is the new one.`,
		notSelected: `A genuine delivery was acknowledged and ignored: its event is not selected under ${words.events}.`,
		// Without an ID, a constant alarm is the same event each time.
		duplicate:
			'A genuine delivery was acknowledged and ignored: the same event was received before. If events without an ID may have equal bodies, turn off Deduplicate under Options.',
	};
}

function adviceOf(
	{ words, secretFields: [{ label: secret }] }: NotedTrigger,
	{
		scheme: {
			headers: [names],
		},
	}: NotedSender,
): Record<NoteKind, string> {
	const { sender } = words;
	const timestamp = names.timestamp ?? names.signature;
	const whereMissing = words.ifAnother === '' ? 'Check proxies' : 'Check Sender and proxies';
	const ifUnusual = `Check that ${sender} sent it`;
	return {
		brokenSetup: 'Publish the workflow again. n8n then says why this sender cannot be used.',
		unexpected: 'If it keeps happening, restart n8n. Then report it with the lines of the n8n log.',
		noSecret: `Enter the secret of this endpoint as ${secret} in the credential.`,
		outsideTolerance: 'Correct the clock of the n8n server, or raise Options > Tolerance.',
		missingBody:
			'Check the Content-Type that the sender sets. n8n could not read the original body.',
		missingId: `${whereMissing}: no ${names.id ?? 'ID'} header.`,
		malformedId: `${ifUnusual}: unusable ${names.id ?? 'ID'} header.`,
		missingSignature: `${whereMissing}: no ${names.signature} header.`,
		malformedSignature: `${ifUnusual}: unusable ${names.signature} header.`,
		missingTimestamp: `${whereMissing}: no timestamp in ${timestamp}.`,
		malformedTimestamp: `${ifUnusual}: unusable timestamp in ${timestamp}.`,
		wrongSignature: `${words.check} if ${sender} sent it.`,
		unreadable: 'Select an existing credential in this node. n8n could not read the present one.',
		tooMany: 'Set Acknowledge to Immediately, or make these workflows faster.',
		noEvent:
			'Its body is not an event. If it is empty, it may be a ping, and there is nothing to do.',
		noName: `To start the workflow on it, set ${words.events} to *. It has no event type.`,
		takenForPing: `If it was not a ping, select its event type by name under ${words.events}.`,
		retiredSecret: `Update ${secret} in the credential.`,
		unknownSignature: `Check that ${secret} in the credential is the new one.`,
		notSelected: `To start the workflow on it, select its event under ${words.events}.`,
		duplicate: 'If it was another event with the same body, turn off Options > Deduplicate.',
	};
}

/** The note about a delivery that is too old or too far ahead, with how far. */
export function noteOnAge(note: Note, { ageSeconds }: StaleDelivery): Note {
	const off = `${Math.abs(ageSeconds)} s`;
	const [text, advice] =
		ageSeconds < 0 ? [`${off} ahead of`, 'ahead'] : [`${off} behind`, 'behind'];
	return {
		...note,
		text: `${note.text} The timestamp is ${text} this clock.`,
		advice: `${note.advice} It was ${off} ${advice}.`,
	};
}

/** The note about a delivery that no secret has proven, with the secrets that were not compared. */
export function noteOnSecrets(note: Note, unusable: readonly UnusableSecret[]): Note {
	const more = unusable.map(({ message, advice }) => ` ${message}. ${advice}`);
	const [first] = unusable;
	return {
		...note,
		text: note.text + more.join(''),
		...(first && { advice: first.brief }),
	};
}

const ADDRESS = /^[\da-f.:]{3,45}$/i;

/**
 * @param source address of the sender; a text that is not one is left out, because behind a proxy the
 *   sender may have written it
 */
export function withSource(note: Note, source = ''): Note {
	return ADDRESS.test(source) ? { ...note, text: `${note.text} It came from ${source}.` } : note;
}
