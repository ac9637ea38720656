import type { INodeProperties } from 'n8n-workflow';

import {
	acknowledgeField,
	DELIVERIES_FIELD,
	deliveryOptions,
	STATIC,
	TRIGGER_FIELD,
} from '../shared/deliveries/properties';
import { SENDER_EVENTS } from '../shared/webhook/eventRules';
import { type Choice, listField, noticeField, shownIf, textField } from '../shared/forms/fields';

/** The senders of the form, in the order in which it lists them. */
const CHOICES: Choice[] = [
	[
		'Custom',
		'custom',
		'Any other sender that signs with HMAC and SHA-256. Describe its signature below.',
	],
	['GitHub', 'github', 'Webhooks of repositories, organizations, and apps'],
	['Jira Cloud', 'jiraCloud', 'Webhooks that have a secret'],
	['Shopify', 'shopify', 'Webhooks of a store or app'],
	['Slack', 'slack', 'Events API, slash commands, and interactivity'],
	[
		'Standard Webhooks',
		'standardWebhooks',
		'Senders with the headers webhook-id, webhook-timestamp, and webhook-signature',
	],
	['Stripe', 'stripe', 'Webhook endpoints and event destinations'],
	[
		'Svix',
		'svix',
		'Vanta and other senders with the headers svix-id, svix-timestamp, and svix-signature',
	],
];

/** The labels of the senders by what the parameter saves, for the subtitle of the node. */
export const SENDER_LABELS = Object.fromEntries(CHOICES.map(([label, value]) => [value, label]));

/** How to set up each sender, where that is different from what all have. */
const SETUP: Record<string, string> = {
	custom:
		'Add the <b>production URL</b> above at the sender. Describe below how it signs, as its documentation says.',
	github:
		'Add a webhook with the <b>production URL</b> above in the settings of the repository or organization, with the secret of the credential.',
	jiraCloud:
		"Create a webhook with the <b>production URL</b> above in Jira's system settings. Generate a secret there for the credential.",
	shopify:
		'Create a webhook in JSON with the <b>production URL</b> above. Its secret is shown there, or is the client secret of your app.',
	slack:
		'Publish, then enter the <b>production URL</b> above as Request URL of your app. Basic Information has its Signing Secret.',
	standardWebhooks:
		'Add the <b>production URL</b> above at the sender. Enter the secret of this endpoint in the credential, including whsec_.',
	stripe:
		'Add the <b>production URL</b> above as an endpoint in Stripe. Enter its signing secret in the credential, including whsec_.',
	svix: 'Add the <b>production URL</b> above as an endpoint at the sender. Enter its signing secret in the credential, including whsec_.',
};

/** What it means that a sender signs nothing but the body. */
const NO_TIME =
	'This sender signs no time: a recorded delivery stays valid, and is only recognized among the last 2,000 that started the workflow. Events with equal bodies start it once.';

const NEITHER_TIME_NOR_TYPE =
	'This sender signs neither time nor type: a recorded delivery stays valid, with any type, and is only recognized among the last 2,000 that started the workflow. Equal bodies start it once.';

const NO_RESEND =
	'This sender does not resend failed deliveries by itself. If n8n was not available, or rejected a delivery, redeliver it there.';

/** Senders that have to be asked to send a failed delivery again. */
const NOT_RESENDING = Object.entries(SENDER_EVENTS).flatMap(([sender, { resends }]) =>
	resends === 'no' ? sender : [],
);

const of = (...sender: string[]) => ({ sender });

/** The fields that describe a sender without an entry of its own. */
const CUSTOM_FIELDS: INodeProperties[] = [
	textField('Signature Header', 'signatureHeader', 'Header that contains the signature', {
		...STATIC,
		required: true,
		placeholder: 'e.g. X-Signature',
	}),
	textField(
		'Signature Prefix',
		'signaturePrefix',
		'What is before the signature, up to its first character. Signatures with another prefix are ignored.',
		{ ...STATIC, placeholder: 'e.g. sha256=' },
	),
	listField(
		'Signature Encoding',
		'signatureEncoding',
		'hex',
		'How the signature is written',
		[
			['Base64', 'base64', '44 characters, the last one is ='],
			['Hex', 'hex', '64 characters, 0 to 9 and a to f'],
		],
		STATIC,
	),
	listField(
		'Signatures Separated By',
		'separator',
		'comma',
		'What is between the values of the header, such as two signatures during a rotation',
		[
			['Comma', 'comma'],
			['Nothing (One Signature)', 'none'],
			['Space', 'space'],
		],
		STATIC,
	),
	listField(
		'Secret Is',
		'hmacKey',
		'text',
		'How the secret becomes the key. If the documentation of the sender does not say, it is text.',
		[
			[
				'Base64',
				'base64',
				'The bytes that the secret encodes, without whsec_ where it starts with that',
			],
			['Text', 'text', 'The characters as they are, including whsec_ where it starts with that'],
		],
		STATIC,
	),
	listField(
		'Timestamp In',
		'timestampIn',
		'header',
		'Where the time of sending is. Without one, a recorded delivery can be sent again later.',
		[
			['Header', 'header', 'In a header of its own'],
			['None', 'none', 'The sender signs no time'],
			['Signature Header', 'pair', 'Among the signatures, after a prefix: t=1774944930,v1=…'],
		],
		STATIC,
	),
	...shownIf({ timestampIn: ['header'] }, [
		textField('Timestamp Header', 'timestampHeader', 'Header that contains the time of sending', {
			...STATIC,
			placeholder: 'e.g. X-Timestamp',
		}),
	]),
	...shownIf({ timestampIn: ['pair'] }, [
		textField('Timestamp Prefix', 'timestampPrefix', 'What is before the time', {
			...STATIC,
			default: 't=',
		}),
	]),
	...shownIf({ timestampIn: ['header', 'pair'] }, [
		listField(
			'Timestamp Unit',
			'timestampUnit',
			's',
			'Unit of the time since 1970',
			[
				['Milliseconds', 'ms', 'A number of 13 digits'],
				['Seconds', 's', 'A number of 10 digits'],
			],
			STATIC,
		),
	]),
	...shownIf({ timestampIn: ['none'] }, [noticeField('noTimeNotice', NO_TIME)]),
	textField(
		'Signed Text',
		'signedText',
		'What the sender signs, with {body}, {timestamp}, and {id} where these are part of it. Without a timestamp, it is usually {body}.',
		{ ...STATIC, default: '{timestamp}.{body}', placeholder: 'e.g. {timestamp}.{body}' },
	),
	textField(
		'ID Header',
		'idHeader',
		'Header with the ID of the delivery, if Signed Text contains {id}. Other headers with an ID are not signed, so they are not used.',
		{ ...STATIC, placeholder: 'e.g. X-Delivery-Id' },
	),
	textField(
		'Event Type Field',
		'eventTypeField',
		'Field of the body with the event type, such as type or event.name, or a header, such as header:X-Event',
		{ ...STATIC, default: 'type', placeholder: 'e.g. event.type' },
	),
	textField(
		'Event ID Field',
		'eventIdField',
		'Field of the body with an ID that no other event has: not the ID of a record. Leave empty to recognize repeated events by {id}, or else by their whole body.',
		{ ...STATIC, placeholder: 'e.g. event_id' },
	),
];

/** The form of the trigger. */
export const properties: INodeProperties[] = [
	listField(
		'Sender',
		'sender',
		'svix',
		'Who sends the webhooks, which decides how they are signed',
		CHOICES,
		STATIC,
	),
	...Object.entries(SETUP).flatMap(([sender, text]) =>
		shownIf(of(sender), [noticeField(`${sender}Notice`, text)]),
	),
	...shownIf(of('jiraCloud'), [noticeField('unsignedTimeNotice', NO_TIME)]),
	...shownIf(of('github', 'shopify'), [noticeField('unsignedTypeNotice', NEITHER_TIME_NOR_TYPE)]),
	...shownIf(of(...NOT_RESENDING), [noticeField('noResendNotice', NO_RESEND)]),
	...shownIf(of('custom'), CUSTOM_FIELDS),
	textField(
		'Events',
		'events',
		'Event types that start the workflow, separated by commas. An asterisk stands for any characters, e.g. vendor.*, and alone for all events. Other events are acknowledged and ignored.',
		{ ...STATIC, required: true, default: '*', placeholder: 'e.g. vendor.*, invoice.paid' },
	),
	acknowledgeField(
		'When to confirm to the sender that the event was received',
		'When the run finishes. Most senders wait for some seconds only, then send the event again. Not for Slack (3 seconds), Shopify (5 seconds), and GitHub, which does not resend.',
	),
	TRIGGER_FIELD,
	DELIVERIES_FIELD,
	deliveryOptions(
		'Does not apply to test runs. Without an ID, equal bodies are one event: turn this off if an alarm may repeat.',
		'Whether to add a delivery field to the output, with its ID and timestamp in Unix seconds if the sender signs them, and which secret of the credential matched its signature',
		'Only for senders that sign a time. They are asked to resend deliveries outside this range.',
	),
];
