import { createHmac } from 'node:crypto';

import { type RequestHeaders, headerValues } from '../../../nodes/shared/webhook/deliveryHeaders';
import { SENDERS } from '../../../nodes/shared/webhook/senders';
import { type SignatureScheme, schemeProblem } from '../../../nodes/shared/webhook/senderScheme';
import { secretProblem } from '../../../nodes/shared/webhook/signingKeys';
import { verifyDelivery } from '../../../nodes/shared/webhook/verifyDelivery';
import { NOW_SECONDS } from './sign';
import { LIBRARIES, type SenderName, signAs } from './signAs';

/** 24 bytes, from Svix's documentation. */
const WHSEC = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER_WHSEC = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

const SECRETS: Record<SenderName, string> = {
	github: "It's a Secret to Everybody",
	jiraCloud: 'jira-secret',
	shopify: 'hush',
	slack: '8f742231b10e8888abcd99yyyzzz85a5',
	standardWebhooks: OTHER_WHSEC,
	stripe: 'whsec_test_secret',
	svix: WHSEC,
};

/** Of nobody here. */
const OTHER_SECRET = 'whsec_abcdefghijklmnopqrstuvwxyz012345';

const ALL = Object.keys(SECRETS) as SenderName[];
const BODY = '{"type":"vendor.created","name":"Zürich 🏔"}';
const SENT = { id: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W', timestamp: NOW_SECONDS, body: BODY };

/** The verdict on a delivery in one word. */
function word(
	scheme: SignatureScheme,
	headers: RequestHeaders,
	{ secrets = [''], body = BODY, at = NOW_SECONDS } = {},
): string {
	const verdict = verifyDelivery(scheme, {
		body: Buffer.from(body),
		headers,
		secrets,
		now: at * 1000,
		toleranceSeconds: 300,
	});
	return verdict.accepted ? 'accepted' : verdict.reason;
}

describe('what others have signed', () => {
	test.each<[sender: SenderName, secret: string, body: string, at: number, RequestHeaders]>([
		[
			'github',
			"It's a Secret to Everybody",
			'Hello, World!',
			NOW_SECONDS,
			{
				'x-hub-signature-256':
					'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
			},
		],
		[
			'jiraCloud',
			"It's a Secret to Everybody",
			'Hello World!',
			NOW_SECONDS,
			{
				'x-hub-signature':
					'sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9',
			},
		],
		[
			'slack',
			'8f742231b10e8888abcd99yyyzzz85a5',
			'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
			1_531_420_618,
			{
				'x-slack-request-timestamp': '1531420618',
				'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
			},
		],
		[
			'svix',
			WHSEC,
			'{"test": 2432232314}',
			1_614_265_330,
			{
				'svix-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
				'svix-timestamp': '1614265330',
				'svix-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
			},
		],
		[
			'shopify',
			'secret',
			'foo',
			NOW_SECONDS,
			{ 'x-shopify-hmac-sha256': 'dzukRpPHVT1u4g9h6l0nV6mk9KRNKEGuTpW1LkzWLbQ=' },
		],
	])('%s: the example of its documentation', (sender, secret, body, at, headers) => {
		const scheme = SENDERS[sender];
		expect(word(scheme, headers, { secrets: [secret], body, at })).toBe('accepted');
		expect(word(scheme, headers, { secrets: [`${secret}A`], body, at })).not.toBe('accepted');
		expect(word(scheme, headers, { secrets: [secret], body: `${body} `, at })).toBe(
			'wrongSignature',
		);
	});

	test.each(Object.keys(LIBRARIES) as Array<keyof typeof LIBRARIES>)(
		'%s: what its own library signs',
		async (sender) => {
			const secret = SECRETS[sender];
			const signature = await LIBRARIES[sender](secret, SENT);
			const name = SENDERS[sender].headers[0].signature;
			const headers = { ...signAs(sender, secret, SENT), [name]: signature };
			expect(word(SENDERS[sender], headers, { secrets: [secret] })).toBe('accepted');
		},
	);
});

describe.each(ALL)('%s', (sender) => {
	const scheme: SignatureScheme = SENDERS[sender];
	const secret = SECRETS[sender];
	const [{ signature: name }] = scheme.headers;
	const signed = signAs(sender, secret, SENT);

	test('is accepted with its time and ID, also with a former secret', () => {
		const check = {
			body: Buffer.from(BODY),
			headers: signed,
			now: NOW_SECONDS * 1000,
			toleranceSeconds: 300,
		};
		expect(verifyDelivery(scheme, { ...check, secrets: ['', OTHER_SECRET, secret] })).toEqual({
			accepted: true,
			secretIndex: 2,
			retiredSecretOnly: false,
			...(scheme.time && { timestamp: NOW_SECONDS, ageSeconds: 0 }),
			...(scheme.signedText.includes('{id}') && { id: SENT.id }),
		});
	});

	test('a scheme without faults, and closed without a secret', () => {
		expect(schemeProblem(scheme)).toBeUndefined();
		for (const secrets of [[], [''], [' \u200b'], ['whsec_'], [' whsec_ ', '']])
			expect(word(scheme, signed, { secrets })).toBe('noSecret');
	});

	test('a prefix alone is no secret, though anyone could sign with it', () => {
		for (const key of ['', 'whsec_', Buffer.from('whsec_', 'base64')]) {
			const forged = createHmac('sha256', key)
				.update(scheme.signedText.includes('{id}') ? `${SENT.id}.` : '')
				.update(sender === 'slack' ? 'v0:' : '')
				.update(scheme.time ? String(NOW_SECONDS) : '')
				.update(sender === 'slack' ? ':' : scheme.time ? '.' : '')
				.update(BODY)
				.digest(scheme.encoding);
			const pair = sender === 'stripe' ? `t=${NOW_SECONDS},` : '';
			const headers = { ...signed, [name]: `${pair}${scheme.prefix}${forged}` };
			for (const secrets of [['whsec_'], ['whsec_', ''], ['']])
				expect(word(scheme, headers, { secrets })).toBe('noSecret');
			expect(word(scheme, headers, { secrets: ['whsec_', secret] })).toBe('wrongSignature');
		}
	});

	test('a missing, empty or foreign signature is refused', () => {
		for (const value of [undefined, '', ' ', []])
			expect(word(scheme, { ...signed, [name]: value }, { secrets: [secret] })).toBe(
				'missingSignature',
			);
		for (const other of ALL.filter((one) => one !== sender))
			expect(word(scheme, signAs(other, SECRETS[other], SENT), { secrets: [secret] })).not.toBe(
				'accepted',
			);
	});

	test('a time outside the tolerance is refused, where one is signed', () => {
		for (const [age, expected] of [
			[300, 'accepted'],
			[-300, 'accepted'],
			[301, scheme.time ? 'outsideTolerance' : 'accepted'],
			[-301, scheme.time ? 'outsideTolerance' : 'accepted'],
		] as const)
			expect(word(scheme, signed, { secrets: [secret], at: NOW_SECONDS + age })).toBe(expected);
	});
});

describe('the traps of a sender', () => {
	test('whsec_ is base64 for Svix, and a part of the key for Stripe', () => {
		const asText = { ...SENDERS.svix, key: 'text' } as const;
		const asBase64 = { ...SENDERS.stripe, key: 'base64', minKeyBytes: 1 } as const;
		const svix = signAs('svix', WHSEC, SENT);
		const stripe = signAs('stripe', WHSEC, SENT);
		expect(word(SENDERS.svix, svix, { secrets: [WHSEC] })).toBe('accepted');
		expect(word(asText, svix, { secrets: [WHSEC] })).toBe('wrongSignature');
		expect(word(SENDERS.stripe, stripe, { secrets: [WHSEC] })).toBe('accepted');
		expect(word(asBase64, stripe, { secrets: [WHSEC] })).toBe('wrongSignature');
		// Svix's secret may be copied without its prefix.
		expect(word(SENDERS.svix, svix, { secrets: [WHSEC.slice(6)] })).toBe('accepted');
	});

	test.each([
		['', 'blank'],
		['whsec_', 'blank'],
		['whsec_ \u200b', 'blank'],
		['whsec_not base64!', 'notBase64'],
		['whsec_AAAAA', 'notBase64'],
		['whsec_AAAA', 'tooShort'],
		[`whsec_${WHSEC}`, 'misplacedPrefix'],
		[WHSEC.replace('whsec', 'WHSEC'), 'misplacedPrefix'],
		[`${WHSEC} ${OTHER_WHSEC}`, 'misplacedPrefix'],
		[`v1,${WHSEC}`, 'misplacedPrefix'],
		['whsec_whsec_', 'blank'],
		[',', 'blank'],
		[`whsec_${Buffer.alloc(23, 7).toString('base64')}`, 'tooShort'],
		[`whsec_${Buffer.alloc(24, 7).toString('base64')}`, undefined],
		[`whsec_${Buffer.alloc(24, 255).toString('base64url')}`, undefined],
		['whpk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'publicKey'],
		['whsk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'publicKey'],
	])('the secret %j of Standard Webhooks: %s', (secret, problem) => {
		expect(secretProblem(SENDERS.standardWebhooks, secret)).toBe(problem);
		expect(secretProblem(SENDERS.svix, secret)).toBe(problem);
	});

	test('a key without bytes is never one, whatever a scheme allows', () => {
		const scheme = { ...SENDERS.svix, minKeyBytes: 0 };
		for (const secret of ['whsec_', 'whsec_=', 'whsec_==', '=', 'whsec_A'])
			expect(secretProblem(scheme, secret)).toBeDefined();
	});

	test('Svix separates signatures by spaces, has a comma inside, and others beside it', () => {
		const right = signAs('svix', WHSEC, SENT)['svix-signature'] ?? '';
		const other = signAs('svix', OTHER_WHSEC, SENT)['svix-signature'] ?? '';
		const of = (...values: string[]) => ({
			...signAs('svix', WHSEC, SENT),
			'svix-signature': values.join(' '),
		});
		const secrets = [WHSEC];
		expect(word(SENDERS.svix, of(other, right), { secrets })).toBe('accepted');
		expect(word(SENDERS.svix, of(right, other), { secrets })).toBe('accepted');
		expect(word(SENDERS.svix, of(`v1a${right.slice(2)}`, right), { secrets })).toBe('accepted');
		expect(word(SENDERS.svix, of(`v1a${right.slice(2)}`), { secrets })).toBe('malformedSignature');
		expect(word(SENDERS.svix, of(`v2${right.slice(2)}`), { secrets })).toBe('malformedSignature');
		expect(word(SENDERS.svix, of(right.slice(3)), { secrets })).toBe('malformedSignature');
		expect(word(SENDERS.svix, of(other), { secrets })).toBe('wrongSignature');
	});

	test('with the first of two signatures unknown, the secret was rotated', () => {
		const values = [OTHER_WHSEC, WHSEC].map((secret) => signAs('svix', secret, SENT));
		const headers = {
			...values[1],
			'svix-signature': values.map((value) => value['svix-signature']).join(' '),
		};
		const check = {
			body: Buffer.from(BODY),
			headers,
			now: NOW_SECONDS * 1000,
			toleranceSeconds: 1,
		};
		const verdict = (secrets: string[]) => verifyDelivery(SENDERS.svix, { ...check, secrets });
		expect(verdict([WHSEC])).toMatchObject({ accepted: true, retiredSecretOnly: true });
		expect(verdict([OTHER_WHSEC])).toMatchObject({ accepted: true, retiredSecretOnly: false });
	});

	test('Stripe says nothing about the order: an unknown signature beside a known one is reported', () => {
		const one = signAs('stripe', 'whsec_one', SENT)['Stripe-Signature'] ?? '';
		const two = signAs('stripe', 'whsec_two', SENT)['Stripe-Signature'] ?? '';
		const headers = { 'stripe-signature': `${one},${two.slice(two.indexOf('v1='))},v0=00` };
		const check = {
			body: Buffer.from(BODY),
			headers,
			now: NOW_SECONDS * 1000,
			toleranceSeconds: 1,
		};
		const verdict = (secrets: string[]) => verifyDelivery(SENDERS.stripe, { ...check, secrets });
		expect(verdict(['whsec_two'])).toMatchObject({ accepted: true, unknownSignatures: 1 });
		expect(verdict(['whsec_one', 'whsec_two'])).not.toHaveProperty('unknownSignatures');
	});

	test('Stripe has the time among the signatures, once', () => {
		const header = signAs('stripe', 'whsec_one', SENT)['Stripe-Signature'] ?? '';
		const secrets = ['whsec_one'];
		const reason = (value: string) =>
			word(SENDERS.stripe, { 'stripe-signature': value }, { secrets });
		expect(reason(header.split(',').reverse().join(','))).toBe('accepted');
		expect(reason(header.replace(`t=${NOW_SECONDS}`, `t=${NOW_SECONDS + 1}`))).toBe(
			'wrongSignature',
		);
		expect(reason(`t=${NOW_SECONDS},${header}`)).toBe('malformedTimestamp');
		expect(reason(header.slice(header.indexOf('v1=')))).toBe('missingTimestamp');
		expect(reason(header.replace('v1=', 'v0='))).toBe('malformedSignature');
	});

	test('SHA-1 never counts', () => {
		const { 'X-Hub-Signature': sha1 } = signAs('github', 'secret', SENT);
		const secrets = ['secret'];
		for (const headers of [{ 'x-hub-signature': sha1 }, { 'x-hub-signature-256': sha1 }])
			expect(word(SENDERS.github, headers, { secrets })).not.toBe('accepted');
		expect(word(SENDERS.jiraCloud, { 'x-hub-signature': sha1 }, { secrets })).toBe(
			'malformedSignature',
		);
	});

	test.each(['standardWebhooks', 'svix', 'shopify'] as const)(
		'%s: base64 may be spelled in several ways, but stands for 32 bytes',
		(sender) => {
			const name = SENDERS[sender].headers[0].signature;
			const { prefix } = SENDERS[sender];
			const of = (value: string) => ({ ...signAs(sender, WHSEC, SENT), [name]: prefix + value });
			const value = (headerValues(signAs(sender, WHSEC, SENT), name)[0] ?? '').slice(prefix.length);
			const reason = (text: string) => word(SENDERS[sender], of(text), { secrets: [WHSEC] });
			expect(reason(value)).toBe('accepted');
			expect(reason(value.replace('=', ''))).toBe('accepted');
			expect(reason(Buffer.from(value, 'base64').toString('base64url'))).toBe('accepted');
			for (const wrong of [
				`${value}=`,
				`${value}AAAA`,
				value.slice(0, -2),
				`${value.slice(0, 20)}\n${value.slice(20)}`,
				Buffer.from(value, 'base64').toString('hex'),
			])
				expect([wrong, reason(wrong)]).toEqual([wrong, 'malformedSignature']);
			// The bits that no byte needs.
			const last = value.charAt(42);
			const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
			const same = alphabet.charAt(alphabet.indexOf(last) + 1);
			expect(reason(`${value.slice(0, 42)}${same}=`)).toBe('malformedSignature');
		},
	);

	test('Svix under the names of Standard Webhooks, but never half of each', () => {
		const standard = signAs('standardWebhooks', WHSEC, SENT);
		const secrets = [WHSEC];
		expect(word(SENDERS.svix, standard, { secrets })).toBe('accepted');
		const { 'svix-signature': signature } = signAs('svix', WHSEC, SENT);
		const { 'webhook-signature': _, ...rest } = standard;
		expect(word(SENDERS.svix, { ...rest, 'svix-signature': signature }, { secrets })).toBe(
			'missingTimestamp',
		);
	});

	test('Svix: an empty header of one set does not hide the other', () => {
		const standard = signAs('standardWebhooks', WHSEC, SENT);
		for (const empty of ['', ' ', []])
			expect(
				word(SENDERS.svix, { ...standard, 'svix-signature': empty }, { secrets: [WHSEC] }),
			).toBe('accepted');
	});

	test('an ID is signed as it is sent, and has none of the characters that end it', () => {
		const secrets = [WHSEC];
		const headers = signAs('svix', WHSEC, SENT);
		for (const [id, reason] of [
			[undefined, 'missingId'],
			['', 'missingId'],
			['msg_1 msg_2', 'malformedId'],
			['msg_é', 'malformedId'],
			[`${SENT.id}.`, 'malformedId'],
			[`${SENT.id}x`, 'wrongSignature'],
			[[SENT.id, SENT.id], 'malformedId'],
		] as const)
			expect([id, word(SENDERS.svix, { ...headers, 'svix-id': id }, { secrets })]).toEqual([
				id,
				reason,
			]);
	});

	test('forms are compared as bytes', () => {
		const body = 'payload=%7B%22zen%22%3A%22a+b%22%7D&x=%C3%BC';
		const headers = signAs('github', 'secret', { ...SENT, body });
		const secrets = ['secret'];
		expect(word(SENDERS.github, headers, { secrets, body })).toBe('accepted');
		const decoded = decodeURIComponent(body);
		expect(word(SENDERS.github, headers, { secrets, body: decoded })).toBe('wrongSignature');
	});
});

describe('a sender that a user describes', () => {
	const custom = (changes: Partial<SignatureScheme> = {}): SignatureScheme => ({
		headers: [{ signature: 'X-Signature', timestamp: 'X-Time', id: 'X-Id' }],
		separator: ',',
		prefix: '',
		encoding: 'hex',
		key: 'text',
		minKeyBytes: 1,
		time: { in: 'header', unit: 'ms' },
		signedText: '{timestamp}:{id}:{body}',
		currentFirst: false,
		...changes,
	});

	test('milliseconds, an ID, and a text in an order of its own', () => {
		const sign = (time: string, id: string) => ({
			'x-time': time,
			'x-id': id,
			'x-signature': createHmac('sha256', 's3cret').update(`${time}:${id}:${BODY}`).digest('hex'),
		});
		const secrets = ['s3cret'];
		expect(word(custom(), sign(`${NOW_SECONDS}123`, 'a.b'), { secrets })).toBe('accepted');
		expect(word(custom(), sign(String(NOW_SECONDS), 'a'), { secrets })).toBe('outsideTolerance');
		expect(word(custom(), sign(`${NOW_SECONDS}123`, 'a:b'), { secrets })).toBe('malformedId');
		expect(word(custom(), sign(`${NOW_SECONDS}.5`, 'a'), { secrets })).toBe('malformedTimestamp');
	});

	test('a body before the time', () => {
		const headers = {
			'x-time': `${NOW_SECONDS}000`,
			'x-signature': createHmac('sha256', 's').update(`${BODY}|${NOW_SECONDS}000`).digest('hex'),
		};
		const scheme = custom({ signedText: '{body}|{timestamp}' });
		expect(word(scheme, headers, { secrets: ['s'] })).toBe('accepted');
	});

	test.each<[problem: string | undefined, changes: Partial<SignatureScheme>]>([
		[undefined, {}],
		[undefined, { time: { in: 'pair', prefix: 't=', unit: 's' } }],
		['contain {body} once', { signedText: '{timestamp}:{id}' }],
		['contain {body} once', { signedText: '{timestamp}:{body}:{body}' }],
		['contain {timestamp} if', { signedText: '{id}.{body}' }],
		['more than once', { signedText: '{timestamp}.{timestamp}.{body}' }],
		['one character', { signedText: '{timestamp}{body}' }],
		['one character', { signedText: '{id}0{timestamp}.{body}' }],
		['one character', { signedText: '{id}..{timestamp}.{body}' }],
		['ID Header must be set', { headers: [{ signature: 'X-S', timestamp: 'X-T' }] }],
		['Timestamp Header must be set', { headers: [{ signature: 'X-S', id: 'X-T' }] }],
		['Timestamp Prefix must be set', { time: { in: 'pair', unit: 's' } }],
		['must be different', { prefix: 't=', time: { in: 'pair', prefix: 't=', unit: 's' } }],
		['must be different', { prefix: 'v1=', time: { in: 'pair', prefix: 'v', unit: 's' } }],
		['must be different', { prefix: 'v', time: { in: 'pair', prefix: 'v1=', unit: 's' } }],
		[
			'must not be set to Nothing',
			{ separator: '', time: { in: 'pair', prefix: 't=', unit: 's' } },
		],
		['must not contain', { prefix: 'v1,' }],
		['must not contain', { separator: ' ', prefix: 'HMAC-SHA256 Signature=' }],
		['must not contain', { time: { in: 'pair', prefix: 't,', unit: 's' } }],
		['must be different', { prefix: '', time: { in: 'pair', prefix: 'a', unit: 's' } }],
		['is empty', { headers: [{ signature: '', timestamp: 'X-T', id: 'X-I' }] }],
		['not the name of a header', { headers: [{ signature: 'X S', timestamp: 'X-T', id: 'X-I' }] }],
	])('%s: %j', (problem, changes) => {
		const found = schemeProblem(custom(changes));
		if (problem === undefined) expect(found).toBeUndefined();
		else expect(found).toContain(problem);
	});

	test('a blank after the prefix is none of the signature', () => {
		const scheme = { ...SENDERS.github, prefix: 'HMAC' };
		const [, digest = ''] = (signAs('github', 's', SENT)['X-Hub-Signature-256'] ?? '').split('=');
		for (const value of [`HMAC ${digest}`, `HMAC${digest}`, `HMAC \t${digest}`])
			expect(word(scheme, { 'x-hub-signature-256': value }, { secrets: ['s'] })).toBe('accepted');
		expect(word(scheme, { 'x-hub-signature-256': `HM AC${digest}` }, { secrets: ['s'] })).toBe(
			'malformedSignature',
		);
	});

	test('a text with {timestamp} but no time is refused', () => {
		const { time: _, ...rest } = custom();
		expect(schemeProblem(rest)).toContain('Timestamp In is set to None');
		expect(schemeProblem({ ...rest, signedText: '{id}.{body}' })).toBeUndefined();
	});
});
