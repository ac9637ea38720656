import type { Changes } from './decideOn';
import { BODY, decideOn } from './decideOn';
import { NOW_SECONDS, OLD_SECRET, SECRET, signedHeaders } from './sign';

const NOT_READY = 'Not ready to accept deliveries';
const NOT_PROVEN = 'The delivery is not signed with a known secret';
const ALL = { events: ['*'] };

describe('a genuine new event', () => {
	it('runs with the envelope as it was sent, under the key of its id', () => {
		expect(decideOn()).toEqual({
			decision: { run: true, output: JSON.parse(BODY), notes: [] },
			claimed: ['evt_1'],
		});
	});

	it('runs when its type is chosen, or when all events are, known or not', () => {
		const body = '{"id":"evt_2","type":"contract.signed"}';
		const run = (events: string[]) => decideOn({ body, settings: { events } }).decision.run;
		expect(run(['vendor.created', 'contract.signed'])).toBe(true);
		expect(run(['vendor.created', '*'])).toBe(true);
		expect(run(['vendor.created'])).toBe(false);
	});

	it('runs with a byte order mark before its body', () => {
		expect(decideOn({ body: `\uFEFF${BODY}` }).decision.run).toBe(true);
	});

	it.each([
		['no ids', '{"type":"vendor.created"}', /^sha256:[0-9a-f]{64}$/],
		['only a delivery id', '{"type":"vendor.created","delivery_id":"whd_1"}', /^whd_1$/],
	])('with %s it runs under another key', (_name, body, key) => {
		expect(decideOn({ body }).claimed).toEqual([expect.stringMatching(key)]);
	});
});

describe('Include Delivery', () => {
	const deliveryOf = (changes: Changes, secrets: string[]) => {
		const { decision } = decideOn({ ...changes, settings: { secrets, includeDelivery: true } });
		return decision.run ? decision.output : undefined;
	};

	it('adds id, time and secret to the envelope', () => {
		expect(deliveryOf({}, [SECRET])).toEqual({
			...JSON.parse(BODY),
			delivery: { id: 'whd_1', timestamp: NOW_SECONDS, secret: 'webhookSigningSecret' },
		});
	});

	it.each([
		[['other', SECRET], 'additionalSigningSecrets[0]'],
		[['other', 'third', SECRET], 'additionalSigningSecrets[1]'],
	])('names the additional secret that matched (%j)', (secrets, secret) => {
		expect(deliveryOf({}, secrets)).toMatchObject({ delivery: { secret } });
	});

	it('takes the id from the body only, because the header is not signed', () => {
		const body = '{"id":"evt_1","type":"vendor.created"}';
		const headers = { ...signedHeaders(body), 'x-service-delivery-id': 'whd_of_the_header' };
		expect(deliveryOf({ body, headers }, [SECRET])).toMatchObject({ delivery: { id: null } });
	});
});

it.each<[string, Changes, number, string, string]>([
	[
		'an unreadable credential',
		{ settings: { secrets: undefined } },
		503,
		NOT_READY,
		'A delivery was answered 503: n8n could not read the credential of this node. Choose an existing one.',
	],
	[
		'only blank secrets',
		{ settings: { secrets: ['', ' '] } },
		503,
		NOT_READY,
		'A delivery was answered 503: the credential has no Webhook Signing Secret. Enter the secret that the service shows for this endpoint.',
	],
	[
		'no secret and no readable body',
		{ bodyIsGone: true, settings: { secrets: [] } },
		503,
		NOT_READY,
		'A delivery was answered 503: the credential has no Webhook Signing Secret. Enter the secret that the service shows for this endpoint.',
	],
	[
		'a body that n8n has read as a form',
		{ bodyIsGone: true },
		401,
		NOT_PROVEN,
		'A request was answered 401: its body could not be read as it was sent.',
	],
	[
		'the same, where an empty body would be genuine',
		{ bodyIsGone: true, headers: signedHeaders('') },
		401,
		NOT_PROVEN,
		'A request was answered 401: its body could not be read as it was sent.',
	],
	[
		'another secret',
		{ headers: signedHeaders(BODY, { secrets: ['x'] }) },
		401,
		NOT_PROVEN,
		'A request was answered 401: no configured secret matches its signature. If the service sent it, compare Webhook Signing Secret in the credential with the endpoint in the service, before ten such answers deactivate the endpoint.',
	],
	[
		'no headers',
		{ headers: {} },
		401,
		NOT_PROVEN,
		'A request was answered 401: it has no X-Service-Signature header.',
	],
	[
		'a signature that is not hex',
		{ headers: { ...signedHeaders(BODY), 'x-service-signature': 'v1=zz' } },
		401,
		NOT_PROVEN,
		'A request was answered 401: its X-Service-Signature header contains no well-formed v1 value.',
	],
	[
		'a signature of another version',
		{ headers: { ...signedHeaders(BODY), 'x-service-signature': 'v2=00' } },
		401,
		NOT_PROVEN,
		'A request was answered 401: its X-Service-Signature header contains no v1 value.',
	],
	[
		'no timestamp',
		{ headers: { ...signedHeaders(BODY), 'x-service-timestamp': undefined } },
		401,
		NOT_PROVEN,
		'A request was answered 401: it has no X-Service-Timestamp header.',
	],
	[
		'a timestamp that is not a number',
		{ headers: { ...signedHeaders(BODY), 'x-service-timestamp': 'now' } },
		401,
		NOT_PROVEN,
		'A request was answered 401: its X-Service-Timestamp header is not one whole number of seconds.',
	],
	...(
		[
			['a late delivery', NOW_SECONDS + 301, '301 s before this clock'],
			['an early delivery', NOW_SECONDS - 301, '301 s ahead of this clock'],
		] as const
	).map(([name, at, age]): [string, Changes, number, string, string] => [
		name,
		{ at },
		503,
		'The timestamp is outside the tolerance, send again',
		`A genuine delivery was answered 503, so that it is sent again: its timestamp is outside the tolerance. If this goes on, set the clock of the n8n server or raise the option Tolerance. It was sent ${age}.`,
	]),
	[
		'a tolerance that is not a number',
		{ settings: { toleranceSeconds: NaN } },
		503,
		'The timestamp is outside the tolerance, send again',
		'A genuine delivery was answered 503, so that it is sent again: its timestamp is outside the tolerance. If this goes on, set the clock of the n8n server or raise the option Tolerance. It was sent 0 s before this clock.',
	],
	[
		'an empty body',
		{ body: '' },
		200,
		'Received, no event',
		'A genuine delivery without a body was acknowledged; it may be a verification ping.',
	],
	[
		'a body of blanks',
		{ body: ' \r\n' },
		200,
		'Received, no event',
		'A genuine delivery without a body was acknowledged; it may be a verification ping.',
	],
	[
		'a body that is not JSON',
		{ body: '{' },
		200,
		'Received, no event',
		'A genuine delivery was acknowledged without a run: its body is not JSON.',
	],
	...['null', '[{"type":"vendor.created"}]', '42'].map(
		(body): [string, Changes, number, string, string] => [
			`the body ${body}`,
			{ body },
			200,
			'Received, no event',
			'A genuine delivery was acknowledged without a run: its body is not a JSON object.',
		],
	),
	...['{"ping":true}', '{"type":" "}', '{"type":1}'].map(
		(body): [string, Changes, number, string, string] => [
			`the body ${body}`,
			{ body },
			200,
			'Received, no event',
			'A genuine delivery was acknowledged without a run: its body has no event type.',
		],
	),
])('%s is answered and logged, and nothing runs', (_name, changes, status, message, text) => {
	const { decision, claimed } = decideOn({ settings: ALL, ...changes });
	expect(decision).toEqual({
		run: false,
		status,
		message,
		notes: [{ kind: expect.stringMatching(/^[a-z]+([A-Z][a-z]+)*$/), text }],
	});
	expect(claimed).toEqual([]);
});

it('every kind of log message has a name of its own, because each is limited by its name', () => {
	const kindOf = (changes: Changes) => decideOn(changes).decision.notes.map(({ kind }) => kind);
	const kinds = [
		kindOf({ settings: { secrets: undefined } }),
		kindOf({ settings: { secrets: [] } }),
		kindOf({ bodyIsGone: true }),
		kindOf({ headers: {} }),
		kindOf({ headers: signedHeaders(BODY, { secrets: ['x'] }) }),
		kindOf({ at: 0 }),
		kindOf({ body: '' }),
		kindOf({ body: '{' }),
		kindOf({ body: '[]' }),
		kindOf({ body: '{}' }),
	].flat();
	expect(new Set(kinds).size).toBe(10);
});

it.each<[string, Changes, number, string]>([
	['not chosen', { settings: { events: ['vendor.updated'] } }, 200, 'Received, not subscribed'],
	['nothing chosen', { settings: { events: [] } }, 200, 'Received, not subscribed'],
	['in progress', { claim: 'busy' }, 503, 'The same event is in progress, send again'],
	['seen before', { claim: 'duplicate' }, 200, 'Received, seen before'],
])('%s: nothing runs and nothing is logged', (_name, changes, status, message) => {
	expect(decideOn(changes).decision).toEqual({ run: false, status, message, notes: [] });
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
		'A delivery was taken for the ping that verifies an endpoint, and did not start the workflow. If it is an event, choose it by name under Trigger On.';

	it('starts nothing when all events are chosen, and the log says how to change that', () => {
		expect(decideOn({ body, settings: ALL })).toEqual({
			decision: {
				run: false,
				status: 200,
				message: 'Received, not subscribed',
				notes: [{ kind: 'takenForPing', text }],
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
			text: 'The signing secret was rotated in the service and the credential has only the old one. Update Webhook Signing Secret within 24 hours of the rotation, or deliveries will be refused.',
		},
	];

	it('is pointed out whether the event runs or not', () => {
		expect(decideOn({ headers, settings }).decision).toMatchObject({ run: true, notes });
		const duplicate = decideOn({ headers, settings, claim: 'duplicate' });
		expect(duplicate.decision).toMatchObject({ run: false, status: 200, notes });
	});

	it('is pointed out before anything else', () => {
		const differing = { ...headers, 'x-service-event-id': 'evt_2' };
		expect(decideOn({ headers: differing, settings }).decision.notes).toEqual([
			...notes,
			expect.objectContaining({ kind: 'headersDiffer' }),
		]);
	});

	it('is not mentioned when the new one is there', () => {
		expect(decideOn({ headers }).decision.notes).toEqual([]);
	});
});

describe('headers that differ from the signed body', () => {
	const notesOn = (changes: Record<string, string>, body = BODY) =>
		decideOn({ body, headers: { ...signedHeaders(body), ...changes } }).decision.notes;
	const text = (names: string) =>
		`A genuine delivery has headers that differ from its signed body (${names}). The values of the body were used.`;

	it.each([
		[{ 'x-service-event': 'vendor.archived' }, 'x-service-event'],
		[{ 'x-service-event-id': 'evt_2' }, 'x-service-event-id'],
		[{ 'x-service-delivery-id': 'whd_2' }, 'x-service-delivery-id'],
		[
			{
				'x-service-event': 'vendor.archived',
				'x-service-event-id': 'evt_2',
				'x-service-delivery-id': 'whd_1',
			},
			'x-service-event, x-service-event-id',
		],
	])('are named in the log (%j)', (changes, names) => {
		expect(notesOn(changes)).toEqual([{ kind: 'headersDiffer', text: text(names) }]);
	});

	it('are not mentioned when they are equal, missing, or missing in the body', () => {
		expect(notesOn({ 'x-service-event': 'vendor.created' })).toEqual([]);
		expect(notesOn({ 'x-service-event-id': 'evt_1' }, '{"type":"vendor.created"}')).toEqual([]);
	});

	it('do not decide: type and id are those of the body', () => {
		const headers = {
			...signedHeaders(BODY),
			'x-service-event': 'vendor.archived',
			'x-service-event-id': 'evt_2',
		};
		expect(decideOn({ headers })).toMatchObject({ decision: { run: true }, claimed: ['evt_1'] });
	});
});
