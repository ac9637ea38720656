import { keyOfIds } from '../../../nodes/shared/webhook/deliveryKey';
import { SERVICE_EVENTS } from '../../../nodes/shared/webhook/eventRules';
import { SERVICE } from '../../../nodes/shared/webhook/senders';
import { BODY, type Changes, decideOn } from './decideOn';
import { NOW_SECONDS, OLD_SECRET, SECRET, signedHeaders } from './sign';

const ALL = { events: ['*'] };
const KEY = keyOfIds({ id: 'evt_1' });

describe('a genuine new event', () => {
	it('runs with the envelope as it was sent, under the key of its id', () => {
		expect(decideOn()).toEqual({
			decision: { run: true, output: JSON.parse(BODY), eventKey: KEY, notes: [] },
			claimed: [KEY],
		});
	});

	it('runs when its type is chosen, or when all events are, known or not', () => {
		const body = '{"id":"evt_2","type":"contract.signed"}';
		const run = (events: string[]) => decideOn({ body, settings: { events } }).decision.run;
		expect(run(['vendor.created', 'contract.signed'])).toBe(true);
		expect(run(['vendor.created', '*'])).toBe(true);
		expect(run(['vendor.created'])).toBe(false);
	});

	it.each([
		['assessment.status_changed:Completed', 'assessment.status_changed', 'Completed', true],
		['assessment.status_changed:Completed', 'assessment.status_changed', 'InProgress', false],
		['assessment.status_changed:Completed', 'assessment.status_changed', undefined, false],
		['assessment.status_changed:Completed', 'assessment.status_changed', ['Completed'], false],
		['assessment.status_changed:Completed', 'assessment.status_changed', { toString: 1 }, false],
		['assessment.status_changed:Completed', 'assessment.submitted', 'Completed', false],
		['assessment.status_changed:InProgress', 'assessment.status_changed', 'InProgress', true],
		['assessment.status_changed', 'assessment.status_changed', 'Completed', true],
	])('with %s chosen, %s with the status %s: %s', (chosen, type, status, runs) => {
		const body = JSON.stringify({ id: 'evt_2', type, data: { status } });
		expect(decideOn({ body, settings: { events: [chosen] } }).decision.run).toBe(runs);
		const bare = JSON.stringify({ id: 'evt_2', type });
		const { decision } = decideOn({ body: bare, settings: { events: [chosen] } });
		expect(decision.run).toBe(chosen === type);
	});

	it('runs with a byte order mark before its body', () => {
		expect(decideOn({ body: `\uFEFF${BODY}` }).decision.run).toBe(true);
	});
});

it.each([
	{ secrets: [SECRET, ''], secret: 'webhookSigningSecret' },
	{ secrets: [OLD_SECRET, OLD_SECRET, SECRET], secret: 'additionalSigningSecrets[1]' },
])('says how it arrived, if asked to: signed with $secret', ({ secrets, secret }) => {
	const deliveryOf = (body: string) => {
		const { decision } = decideOn({ body, settings: { secrets, includeDelivery: true } });
		return decision.run && decision.output;
	};
	const delivery = { id: 'whd_1', timestamp: NOW_SECONDS, secret };
	expect(deliveryOf(BODY)).toEqual({ ...JSON.parse(BODY), delivery });
	expect(deliveryOf('{"id":"evt_1","type":"vendor.created"}')).toMatchObject({
		delivery: { ...delivery, id: null },
	});
});

it.each<[string | undefined, Changes, number, string]>([
	['notSelected', { settings: { events: [] } }, 200, 'Received and ignored: not subscribed'],
	[undefined, { claim: 'busy' }, 503, 'The same event is in progress. Send the delivery again.'],
	['duplicate', { claim: 'duplicate' }, 200, 'Received and ignored: duplicate'],
])('%s: nothing runs and nothing is logged', (kind, changes, status, message) => {
	const { decision } = decideOn(changes);
	const reason = kind && { kind, text: expect.any(String), advice: expect.any(String) };
	expect(decision).toMatchObject({
		...{ run: false, status, message, notes: [] },
		...(reason && { reason }),
	});
});

it.each<[number, boolean]>([
	[200, true],
	[503, false],
])(
	'a sender that counts each 503 gets %i for an event in progress if it is acknowledged at once: %s',
	(status, persistNow) => {
		const sender = { scheme: SERVICE, events: { ...SERVICE_EVENTS, whenBusy: 200 } as const };
		const { decision } = decideOn({ claim: 'busy', settings: { sender, persistNow } });
		expect(decision).toMatchObject({ run: false, status });
	},
);

it('too many in progress: nothing runs, and the log says what to change', () => {
	const reason = {
		kind: 'tooMany',
		text: expect.stringContaining('Set Acknowledge to Immediately'),
		advice: expect.stringContaining('Set Acknowledge to Immediately'),
	};
	expect(decideOn({ claim: 'full' }).decision).toEqual({
		run: false,
		status: 503,
		message: 'Too many events are in progress. Send the delivery again.',
		notes: [reason],
		reason,
	});
});

it('an event that is not chosen is not claimed: it may be chosen when it is sent again', () => {
	expect(decideOn({ settings: { events: [] } }).claimed).toEqual([]);
});

it('no answer to a genuine delivery counts towards deactivation, and none to others is a 2xx', () => {
	for (const claim of ['new', 'busy', 'duplicate'] as const) {
		for (const body of [BODY, '', '[]', 'x', '{"type":"unknown"}']) {
			const { decision } = decideOn({ body, claim });
			if (!decision.run) expect([200, 503]).toContain(decision.status);
			const headers = signedHeaders(body, { secrets: ['x'] });
			expect(decideOn({ body, claim, headers }).decision).toMatchObject({ status: 401 });
		}
	}
});

describe('a ping', () => {
	const body = '{"id":"evt_1","type":"webhook.ping"}';
	const text =
		'A delivery looks like a verification ping and did not start the workflow. If it is an event, select it by name under Trigger On.';
	const reason = { kind: 'takenForPing', text, advice: expect.stringContaining('Trigger On') };

	it('starts nothing when all events are chosen, and the log says how to change that', () => {
		expect(decideOn({ body, settings: ALL })).toEqual({
			decision: {
				run: false,
				status: 200,
				message: 'Received and ignored: not subscribed',
				notes: [reason],
				reason,
			},
			claimed: [],
		});
	});

	it('is not mentioned when other events are chosen', () => {
		expect(decideOn({ body }).decision).toMatchObject({ run: false, status: 200, notes: [] });
	});

	it('runs when it is chosen by name', () => {
		expect(decideOn({ body, settings: { events: ['webhook.ping'] } }).decision.run).toBe(true);
	});
});

describe('a rotated secret', () => {
	const headers = signedHeaders(BODY, { secrets: [SECRET, OLD_SECRET] });
	const settings = { secrets: [OLD_SECRET] };
	const notes = [
		{
			kind: 'retiredSecret',
			text: 'The signing secret was rotated in the service and the credential has only the old one. Update Webhook Signing Secret within 24 hours of the rotation, or deliveries will be rejected.',
		},
	];

	it('is pointed out whether the event runs or not, but not by a copy, which anyone can send', () => {
		expect(decideOn({ headers, settings }).decision).toMatchObject({ run: true, notes });
		const notChosen = decideOn({ headers, settings: { ...settings, events: [] } });
		expect(notChosen.decision).toMatchObject({ run: false, status: 200, notes });
		const copy = decideOn({ headers, settings, claim: 'duplicate' });
		expect(copy.decision).toMatchObject({ run: false, status: 200, notes: [] });
	});

	it('is no reason for a rejection', () => {
		const rejected = (claim: 'busy' | 'full') => decideOn({ headers, settings, claim }).decision;
		expect(rejected('busy')).not.toHaveProperty('reason');
		expect(rejected('full')).toMatchObject({ reason: { kind: 'tooMany' } });
	});

	it('is not mentioned when the new one is there', () => {
		expect(decideOn({ headers }).decision.notes).toEqual([]);
	});
});

describe('headers that differ from the signed body', () => {
	it('do not decide: type and id are those of the body', () => {
		const headers = {
			...signedHeaders(BODY),
			'x-service-event': 'vendor.archived',
			'x-service-event-id': 'evt_2',
		};
		expect(decideOn({ headers })).toMatchObject({ decision: { run: true }, claimed: [KEY] });
	});
});

it.each([
	...['ping', 'PING', 'webhook.test', 'endpoint.verification', 'endpoint-ping'].map(
		(type) => [type, false] as const,
	),
	...['vendor.test', 'risk.ping', 'shipping', 'ping.sent', 'webhook.pings', 'webhook', 'test'].map(
		(type) => [type, true] as const,
	),
])('where all events are chosen, %s runs: %s', (type, runs) => {
	expect(decideOn({ body: JSON.stringify({ type }), settings: ALL }).decision.run).toBe(runs);
});

const signature = (value: string) => ({ ...signedHeaders(BODY), 'x-service-signature': value });
const sentAt = (value?: string) => ({ ...signedHeaders(BODY), 'x-service-timestamp': value });

const MESSAGES: Record<number, RegExp> = {
	200: /^Received and ignored: not an event$/,
	401: /^The delivery is not signed with a known secret$/,
	503: /^(Not ready to accept deliveries|The timestamp is outside the tolerance. Send the delivery again.)$/,
};

it.each<[string, Changes, number, string]>([
	['an unreadable credential', { settings: { secrets: undefined } }, 503, 'could not read'],
	['blank secrets', { settings: { secrets: ['', ' '] } }, 503, 'as Webhook Signing Secret'],
	['no body', { bodyIsGone: true }, 401, 'its original body could not be read'],
	[
		'a secret too few',
		{ headers: signedHeaders(BODY, { secrets: ['x'] }) },
		401,
		'no configured secret',
	],
	['no headers', { headers: {} }, 401, 'no X-Service-Signature header'],
	['a signature that is not hex', { headers: signature('v1=zz') }, 401, 'no well-formed v1 value'],
	['another version', { headers: signature('v2=00') }, 401, 'no well-formed v1 value'],
	['no timestamp', { headers: sentAt() }, 401, 'no X-Service-Timestamp header'],
	['a strange timestamp', { headers: sentAt('now') }, 401, 'must be a whole number of seconds'],
	['a late delivery', { at: NOW_SECONDS + 301 }, 503, 'The timestamp is 301 s behind'],
	['an early delivery', { at: NOW_SECONDS - 301 }, 503, 'The timestamp is 301 s ahead of'],
	['a tolerance of no number', { settings: { toleranceSeconds: NaN } }, 503, 'raise Tolerance'],
	['an empty body', { body: '' }, 200, 'it may be a verification ping'],
	['a body that is not JSON', { body: '{' }, 200, 'its body is not an event'],
	['a list', { body: '[{"type":"vendor.created"}]' }, 200, 'its body is not an event'],
	['a type that is no text', { body: '{"type":1}' }, 200, 'its body is not an event'],
	['a blank type', { body: '{"type":" "}' }, 200, 'its body is not an event'],
])('%s is answered and logged, and nothing runs', (_name, changes, status, text) => {
	const { decision, claimed } = decideOn({ settings: ALL, ...changes });
	const reason = {
		kind: expect.stringMatching(/^[a-zA-Z]+$/),
		text: expect.stringContaining(text),
		advice: expect.any(String),
	};
	const message = expect.stringMatching(MESSAGES[status] ?? /^$/);
	expect(decision).toEqual({ run: false, status, message, notes: [reason], reason });
	expect(claimed).toEqual([]);
});

it.each([
	['203.0.113.7', ' It came from 203.0.113.7.'],
	['2001:db8::7', ' It came from 2001:db8::7.'],
	['a name\nand a line of its own', ''],
	['f'.repeat(46), ''],
])('the log names the source of a forged request (%j)', (source, added) => {
	const { decision } = decideOn({ headers: {}, source });
	expect(decision.notes.map(({ text }) => text)).toEqual([
		`A request was rejected with 401: it has no X-Service-Signature header.${added}`,
	]);
});

it('the log does not name the source of a genuine delivery', () => {
	const { decision } = decideOn({ body: '{', source: '203.0.113.7' });
	expect(decision.notes.map(({ text }) => text).join()).not.toContain('203');
});
