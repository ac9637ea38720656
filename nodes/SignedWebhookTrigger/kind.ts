import type { IWebhookFunctions } from 'n8n-workflow';

import { textMember } from '../shared/basics/members';
import { readNames } from '../shared/deliveries/settings';
import type { Sender, TriggerKind } from '../shared/deliveries/triggerKind';
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
		secret: 'Signing Secret',
		sender: 'the sender',
		afterRejections: ' Also check that Sender is the right one.',
		rotationTime: 'before the old one ends',
		events: 'Events',
	},
	readSecrets: (data) =>
		[textMember(data, 'signingSecret'), ...textMember(data, 'formerSecrets').split(',')].map(
			(secret) => secret.trim(),
		),
	secretName: (index) => (index === 0 ? 'signingSecret' : `formerSecrets[${index - 1}]`),
	readSender,
	readEvents: (context) => readNames(context.getNodeParameter('events', '')),
};

type Parameters = Pick<IWebhookFunctions, 'getNodeParameter'>;

function isPreset(name: string): name is keyof typeof SENDERS {
	return Object.hasOwn(SENDERS, name);
}

/** @returns the selected sender; a text that says why the description of one cannot be used */
function readSender(context: Parameters): Sender | string {
	const name = text(context, 'sender');
	if (isPreset(name)) return { scheme: SENDERS[name], events: SENDER_EVENTS[name] };
	if (name !== 'custom') return 'Select a sender';
	const scheme = customScheme(context);
	return schemeProblem(scheme) ?? { scheme, events: customEvents(context, scheme) };
}

function text(context: Parameters, name: string): string {
	const value: unknown = context.getNodeParameter(name, '');
	return typeof value === 'string' ? value.trim() : '';
}

/** The field Signatures Separated By, as the scheme has it. */
const SEPARATORS = new Map<string, SignatureScheme['separator']>([
	['comma', ','],
	['space', ' '],
]);

function customScheme(context: Parameters): SignatureScheme {
	const timestampIn = text(context, 'timestampIn');
	const id = text(context, 'idHeader');
	return {
		headers: [
			{
				signature: text(context, 'signatureHeader'),
				...(timestampIn === 'header' && { timestamp: text(context, 'timestampHeader') }),
				...(id !== '' && { id }),
			},
		],
		separator: SEPARATORS.get(text(context, 'separator')) ?? '',
		prefix: text(context, 'signaturePrefix'),
		encoding: text(context, 'signatureEncoding') === 'base64' ? 'base64' : 'hex',
		key: text(context, 'hmacKey') === 'base64' ? 'base64' : 'text',
		minKeyBytes: 1,
		...((timestampIn === 'header' || timestampIn === 'pair') && {
			time: {
				in: timestampIn,
				unit: text(context, 'timestampUnit') === 'ms' ? 'ms' : 's',
				...(timestampIn === 'pair' && { prefix: text(context, 'timestampPrefix') }),
			},
		}),
		signedText: text(context, 'signedText'),
		currentFirst: false,
	};
}

/** Days are enough for most senders; the specification of Standard Webhooks recommends a similar time. */
const CUSTOM_RESEND_HOURS = 7 * 24;

function customEvents(context: Parameters, { time }: SignatureScheme): EventRules {
	const type = text(context, 'eventTypeField');
	const id = text(context, 'eventIdField');
	return {
		names: type === '' ? [] : [`{${type}}`],
		isNamed: false,
		ids: id === '' ? [] : [id],
		hasForms: true,
		...(time && { resendHours: CUSTOM_RESEND_HOURS }),
		whenBusy: 503,
	};
}
