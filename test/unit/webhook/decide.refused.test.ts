import type { Changes } from './decideOn';
import { BODY, decideOn } from './decideOn';
import { NOW_SECONDS, signedHeaders } from './sign';

const NOT_READY = 'Not ready to accept deliveries';
const NOT_PROVEN = 'The delivery is not signed with a known secret';

it.each<[string, Changes, number, string, string]>([
	[
		'an unreadable credential',
		{ settings: { secrets: undefined } },
		503,
		NOT_READY,
		'A delivery was rejected with 503: n8n could not read the credential of this node. Select an existing one.',
	],
	[
		'only blank secrets',
		{ settings: { secrets: ['', ' '] } },
		503,
		NOT_READY,
		'A delivery was rejected with 503: the credential has no Webhook Signing Secret. Enter the secret that the service shows for this endpoint.',
	],
	[
		'no secret and no readable body',
		{ bodyIsGone: true, settings: { secrets: [] } },
		503,
		NOT_READY,
		'A delivery was rejected with 503: the credential has no Webhook Signing Secret. Enter the secret that the service shows for this endpoint.',
	],
	[
		'a body that n8n has read as a form',
		{ bodyIsGone: true },
		401,
		NOT_PROVEN,
		'A request was rejected with 401: its original body could not be read.',
	],
	[
		'another secret',
		{ headers: signedHeaders(BODY, { secrets: ['x'] }) },
		401,
		NOT_PROVEN,
		'A request was rejected with 401: no configured secret matches its signature. If the service sent it, compare Webhook Signing Secret in the credential with the endpoint in the service, before ten such answers deactivate the endpoint.',
	],
	[
		'no headers',
		{ headers: {} },
		401,
		NOT_PROVEN,
		'A request was rejected with 401: it has no X-Service-Signature header.',
	],
	[
		'a signature that is not hex',
		{ headers: { ...signedHeaders(BODY), 'x-service-signature': 'v1=zz' } },
		401,
		NOT_PROVEN,
		'A request was rejected with 401: its X-Service-Signature header contains no well-formed v1 value.',
	],
	[
		'a signature of another version',
		{ headers: { ...signedHeaders(BODY), 'x-service-signature': 'v2=00' } },
		401,
		NOT_PROVEN,
		'A request was rejected with 401: its X-Service-Signature header contains no v1 value.',
	],
	[
		'no timestamp',
		{ headers: { ...signedHeaders(BODY), 'x-service-timestamp': undefined } },
		401,
		NOT_PROVEN,
		'A request was rejected with 401: it has no X-Service-Timestamp header.',
	],
	[
		'a timestamp that is not a number',
		{ headers: { ...signedHeaders(BODY), 'x-service-timestamp': 'now' } },
		401,
		NOT_PROVEN,
		'A request was rejected with 401: its X-Service-Timestamp header must be a whole number of seconds.',
	],
	...(
		[
			['a late delivery', NOW_SECONDS + 301, '301 s behind'],
			['an early delivery', NOW_SECONDS - 301, '301 s ahead of'],
		] as const
	).map(([name, at, age]): [string, Changes, number, string, string] => [
		name,
		{ at },
		503,
		'The timestamp is outside the tolerance. Send the delivery again.',
		`A genuine delivery was rejected with 503, so that it is sent again: its timestamp is outside the tolerance. If this keeps happening, correct the clock of the n8n server or raise Tolerance under Options. The timestamp is ${age} this clock.`,
	]),
	[
		'a tolerance that is not a number',
		{ settings: { toleranceSeconds: NaN } },
		503,
		'The timestamp is outside the tolerance. Send the delivery again.',
		'A genuine delivery was rejected with 503, so that it is sent again: its timestamp is outside the tolerance. If this keeps happening, correct the clock of the n8n server or raise Tolerance under Options. The timestamp is 0 s behind this clock.',
	],
	[
		'an empty body',
		{ body: '' },
		200,
		'Received and ignored: not an event',
		'A genuine delivery without a body was acknowledged; it may be a verification ping.',
	],
	[
		'a body that is not JSON',
		{ body: '{' },
		200,
		'Received and ignored: not an event',
		'A genuine delivery was acknowledged and ignored: its body is not JSON.',
	],
	...['null', '[{"type":"vendor.created"}]'].map(
		(body): [string, Changes, number, string, string] => [
			`the body ${body}`,
			{ body },
			200,
			'Received and ignored: not an event',
			'A genuine delivery was acknowledged and ignored: its body is not a JSON object.',
		],
	),
	...['{"type":" "}', '{"type":1}'].map((body): [string, Changes, number, string, string] => [
		`the body ${body}`,
		{ body },
		200,
		'Received and ignored: not an event',
		'A genuine delivery was acknowledged and ignored: its body has no event type.',
	]),
])('%s is answered and logged, and nothing runs', (_name, changes, status, message, text) => {
	const { decision, claimed } = decideOn({ settings: { events: ['*'] }, ...changes });
	expect(decision).toEqual({
		run: false,
		status,
		message,
		notes: [{ kind: expect.stringMatching(/^[a-z]+([A-Z][a-z]+)*$/), text }],
	});
	expect(claimed).toEqual([]);
});

it.each([
	['203.0.113.7', ' It came from 203.0.113.7.'],
	['::ffff:203.0.113.7', ' It came from ::ffff:203.0.113.7.'],
	['2001:db8::7', ' It came from 2001:db8::7.'],
	['a name\nand a line of its own', ''],
	['f'.repeat(46), ''],
	['', ''],
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
