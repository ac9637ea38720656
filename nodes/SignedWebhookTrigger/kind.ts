import { readNames } from '../shared/deliveries/settings';
import type { ReadParameter, Sender, TriggerKind } from '../shared/deliveries/triggerKind';
import { type EventRules, SENDER_EVENTS } from '../shared/webhook/eventRules';
import { SENDERS } from '../shared/webhook/senders';
import { schemeProblem, type SignatureScheme } from '../shared/webhook/senderScheme';

/** Name of the credential with the secrets of a sender. */
const CREDENTIAL_NAME = 'signedWebhookApi';

/** What Signed Webhook Trigger has for itself: its credential, and senders by name or as the user describes one. */
export const SIGNED_WEBHOOK: TriggerKind = {
	credential: CREDENTIAL_NAME,
	words: {
		credential: 'Signed Webhook API',
		sender: 'the sender',
		check: 'Check Signing Secret in the credential, and Sender,',
		ifAnother: ' Check that Sender is the right one.',
		afterRejections: '',
		rotationTime: 'before the old one ends',
		events: 'Events',
	},
	secretFields: [
		{ name: 'signingSecret', label: 'Signing Secret' },
		{ name: 'formerSecret', label: 'Former Secret' },
	],
	readSender,
	readEvents: (read) => readNames(read('events', '')),
};

function isPreset(name: string): name is keyof typeof SENDERS {
	return Object.hasOwn(SENDERS, name);
}

/** @returns the selected sender; a text that says why the description of one cannot be used */
function readSender(read: ReadParameter): Sender | string {
	const name = text(read, 'sender');
	if (isPreset(name)) return { scheme: SENDERS[name], events: SENDER_EVENTS[name] };
	if (name !== 'custom') return 'Select a sender';
	const scheme = customScheme(read);
	return schemeProblem(scheme) ?? { scheme, events: customEvents(read, scheme) };
}

function text(read: ReadParameter, name: string): string {
	const value = read(name, '');
	return typeof value === 'string' ? value.trim() : '';
}

/** The field Signatures Separated By, as the scheme has it. */
const SEPARATORS = new Map<string, SignatureScheme['separator']>([
	['comma', ','],
	['space', ' '],
]);

function customScheme(read: ReadParameter): SignatureScheme {
	const timestampIn = text(read, 'timestampIn');
	const id = text(read, 'idHeader');
	return {
		headers: [
			{
				signature: text(read, 'signatureHeader'),
				...(timestampIn === 'header' && { timestamp: text(read, 'timestampHeader') }),
				...(id !== '' && { id }),
			},
		],
		separator: SEPARATORS.get(text(read, 'separator')) ?? '',
		prefix: text(read, 'signaturePrefix'),
		encoding: text(read, 'signatureEncoding') === 'base64' ? 'base64' : 'hex',
		key: text(read, 'hmacKey') === 'base64' ? 'base64' : 'text',
		minKeyBytes: 1,
		...((timestampIn === 'header' || timestampIn === 'pair') && {
			time: {
				in: timestampIn,
				unit: text(read, 'timestampUnit') === 'ms' ? 'ms' : 's',
				...(timestampIn === 'pair' && { prefix: text(read, 'timestampPrefix') }),
			},
		}),
		signedText: text(read, 'signedText'),
		currentFirst: false,
	};
}

/** Days are enough for most senders; the specification of Standard Webhooks recommends a similar time. */
const CUSTOM_RESEND_HOURS = 7 * 24;

function customEvents(read: ReadParameter, { time }: SignatureScheme): EventRules {
	const type = text(read, 'eventTypeField');
	const id = text(read, 'eventIdField');
	return {
		names: type === '' ? [] : [`{${type}}`],
		isNamed: false,
		ids: id === '' ? [] : [id],
		hasForms: true,
		...(time && { resendHours: CUSTOM_RESEND_HOURS }),
		resends: 'maybe',
		whenBusy: 503,
	};
}
