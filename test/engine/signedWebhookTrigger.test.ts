import { WebhookContext } from 'n8n-core';
import type { IDataObject, INodePropertyOptions, WorkflowActivateMode } from 'n8n-workflow';

import { Engine, type WorkflowFile } from '../../sandbox/engine/engine';
import { WebhookServer } from '../../sandbox/engine/webhook';
import { freshTrigger, nowSeconds, post, watchLog } from '../helpers/deliveries';
import { LIBRARIES, type SenderName, signAs } from '../unit/webhook/signAs';

const CREDENTIAL_ID = 'sender';
const WHSEC = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const FORMER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const TYPE = 'n8n-nodes-grc-tprm.signedWebhookTrigger';

let engine: Engine;
let server: WebhookServer;
let log: ReturnType<typeof watchLog>;
let names = 0;

beforeAll(async () => {
	engine = await Engine.load();
	server = await WebhookServer.start(engine);
});
afterAll(async () => await server.stop());
beforeEach(() => {
	log = watchLog(server);
	setCredential();
});
afterEach(() => {
	log.stop();
	jest.restoreAllMocks();
});

function setCredential(changes: Record<string, string> = {}, id = CREDENTIAL_ID): void {
	engine.setCredential(id, { signingSecret: WHSEC, formerSecret: '', ...changes });
}

function workflow(parameters: IDataObject, name: string, credential = CREDENTIAL_ID): WorkflowFile {
	const position: [number, number] = [0, 0];
	return {
		name,
		nodes: [
			{
				id: 'trigger',
				name: 'Signed Webhook Trigger',
				type: TYPE,
				typeVersion: 1,
				position,
				parameters: { options: {}, ...parameters },
				...(credential !== '' && {
					credentials: { signedWebhookApi: { id: credential, name: 'Sender' } },
				}),
			},
			...['Next', 'Rejected'].map((node) => ({
				...{ id: node, name: node, type: 'n8n-nodes-base.noOp' },
				...{ typeVersion: 1, position, parameters: {} },
			})),
		],
		connections: {
			'Signed Webhook Trigger': {
				main: ['Next', 'Rejected'].map((node) => [{ node, type: 'main' as const, index: 0 }]),
			},
		},
	};
}

/** A trigger of its own, so that no test finds IDs or log entries of another. */
async function listen(
	parameters: IDataObject = {},
	{ by = 'init', credential }: { by?: WorkflowActivateMode; credential?: string } = {},
) {
	const name = `Signed ${++names}`;
	const file = workflow(parameters, name, credential);
	const url = await server.activate(file, { by });
	/** The entries of Rejected Deliveries, as the editor gets them for a form that was changed since. */
	const entries = async (
		form: IDataObject = {},
		selected = credential,
	): Promise<INodePropertyOptions[]> =>
		await engine.loadOptions(
			workflow({ ...parameters, ...form }, name, selected),
			...(['Signed Webhook Trigger', 'getDeliveries'] as const),
		);
	const runs = () => server.executions.list.filter((run) => run.workflow === name);
	return {
		url,
		name,
		runs,
		entries,
		testUrl: async () => await server.activate(file, { isTest: true }),
		/** What the node after an output got, in all runs. */
		output: async (node: 'Next' | 'Rejected') => {
			const results = await Promise.all(runs().map(async ({ finished }) => await finished));
			return results.flatMap(({ result }) => result?.items(node).map(({ json }) => json) ?? []);
		},
	};
}

let ids = 0;

/** Sends a delivery as a sender does, each with an ID and a body of its own. */
async function send(
	url: string,
	sender: SenderName,
	{
		secret = WHSEC,
		body = JSON.stringify({ type: 'vendor.created', number: ++ids }),
		id = `msg_${++ids}`,
		headers = {},
		timestamp = nowSeconds(),
	} = {},
) {
	const signed = signAs(sender, secret, { id, timestamp, body });
	const reply = await post(url, Buffer.from(body), {
		'content-type': 'application/json',
		...signed,
		...headers,
	});
	return reply.status;
}

const SECRETS: Record<SenderName, string> = {
	github: 'a secret',
	jiraCloud: 'a secret',
	shopify: 'a secret',
	slack: 'a secret',
	standardWebhooks: WHSEC,
	stripe: WHSEC,
	svix: WHSEC,
};

describe.each(Object.keys(SECRETS) as SenderName[])('%s', (sender) => {
	const secret = SECRETS[sender];
	beforeEach(() => setCredential({ signingSecret: secret }));

	it('starts a genuine event once, with its body as it was sent, and nothing else', async () => {
		const { url, runs, output } = await listen({ sender });
		const event = { type: 'vendor.created', id: 'evt_1', json: { ä: 1 }, binary: 'x' };
		const body = ` ${JSON.stringify(event)}\r\n`;
		const id = 'msg_1';
		expect(await send(url, sender, { secret, body, id })).toBe(200);
		expect(await send(url, sender, { secret, body, id })).toBe(200);
		expect(await output('Next')).toEqual([event]);
		expect(runs()).toHaveLength(1);
		expect(JSON.stringify(runs())).not.toContain(secret);
	});

	it('rejects what is forged, and says so in the log without secrets', async () => {
		const { url, runs } = await listen({ sender });
		for (const wrong of [FORMER, `${secret.slice(0, -2)}zz`, 'x'])
			expect(await send(url, sender, { secret: wrong })).toBe(401);
		expect(runs()).toHaveLength(0);
		expect(log.warnings).toEqual([expect.stringContaining('no configured secret matches')]);
		expect(log.warnings.join()).not.toContain(secret);
	});

	it('is closed without a secret', async () => {
		for (const signingSecret of ['', ' ', 'whsec_', '\u200b']) {
			setCredential({ signingSecret });
			const { url, runs } = await listen({ sender });
			expect(await send(url, sender, { secret: signingSecret })).toBe(503);
			expect(runs()).toHaveLength(0);
		}
	});
});

it('deliveries that are signed by a library of the sender start the workflow', async () => {
	const sent = { id: 'msg_9', timestamp: nowSeconds(), body: '{"type":"vendor.created"}' };
	for (const sender of Object.keys(LIBRARIES) as Array<keyof typeof LIBRARIES>) {
		setCredential({ signingSecret: SECRETS[sender] });
		const { url, runs } = await listen({ sender });
		const header = Object.keys(signAs(sender, SECRETS[sender], sent)).at(
			sender === 'github' ? 0 : -1,
		);
		const signature = await LIBRARIES[sender](SECRETS[sender], sent);
		const headers = { ...signAs(sender, SECRETS[sender], sent), [header ?? '']: signature };
		expect((await post(url, Buffer.from(sent.body), headers)).status).toBe(200);
		expect([sender, runs().length]).toEqual([sender, 1]);
	}
});

describe('the same event again', () => {
	it('with a signed ID: another body is the same event; another ID is another', async () => {
		const { url, runs } = await listen({ sender: 'svix' });
		await send(url, 'svix', { id: 'msg_a', body: '{"a":1}' });
		await send(url, 'svix', { id: 'msg_a', body: '{"a":2}' });
		expect(runs()).toHaveLength(1);
		await send(url, 'svix', { id: 'msg_b', body: '{"a":1}' });
		expect(runs()).toHaveLength(2);
	});

	it.each<[SenderName, string]>([
		['github', 'x-github-delivery'],
		['shopify', 'x-shopify-webhook-id'],
		['jiraCloud', 'x-atlassian-webhook-identifier'],
	])('%s: an ID that is not signed makes no new event of a recorded one', async (sender, name) => {
		setCredential({ signingSecret: 'a secret' });
		const { url, runs } = await listen({ sender });
		const body = '{"id":1,"a":1}';
		for (const id of ['1', '2', undefined])
			expect(await send(url, sender, { secret: 'a secret', body, headers: { [name]: id } })).toBe(
				200,
			);
		expect(runs()).toHaveLength(1);
		// The same record in another event.
		await send(url, sender, { secret: 'a secret', body: '{"id":1,"a":2}' });
		expect(runs()).toHaveLength(2);
	});

	it('Stripe: the ID of the event counts', async () => {
		const { url, runs } = await listen({ sender: 'stripe' });
		await send(url, 'stripe', { body: '{"id":"evt_1","type":"a","n":1}' });
		await send(url, 'stripe', {
			body: '{"id":"evt_1","type":"a","n":2}',
			timestamp: nowSeconds() - 9,
		});
		expect(runs()).toHaveLength(1);
	});

	it.each<[SenderName, string, number]>([
		['slack', 'onReceived', 200],
		['slack', 'lastNode', 503],
		['shopify', 'onReceived', 200],
		['shopify', 'lastNode', 503],
		['svix', 'onReceived', 503],
	])('%s, %s: a copy of an event in progress gets %i', async (sender, acknowledge, status) => {
		setCredential({ signingSecret: SECRETS[sender] });
		const { url, runs } = await listen({ sender, acknowledge });
		const { store } = server.executions;
		let release = () => {};
		server.executions.store = async () => await new Promise((resolve) => (release = resolve));
		const copy = { secret: SECRETS[sender], body: '{"event_id":"E1"}', id: 'msg_c' };
		const first = send(url, sender, copy);
		let second = await send(url, sender, copy);
		// The first may not have been claimed yet: then the second one is in progress.
		if (second === 0) second = await send(url, sender, copy);
		server.executions.store = store;
		release();
		expect([await first, second]).toEqual([200, status]);
		expect(runs()).toHaveLength(1);
	});
});

describe('events that are selected', () => {
	it.each<[string, string[]]>([
		['*', ['vendor.created', 'vendor.rating.changed', 'risk.created', '']],
		['vendor.*', ['vendor.created', 'vendor.rating.changed']],
		['*.created', ['vendor.created', 'risk.created']],
		['vendor.*.changed, risk.created', ['vendor.rating.changed', 'risk.created']],
		['vendor.created', ['vendor.created']],
		['Vendor.*', []],
		['vendor', []],
	])('%s', async (events, expected) => {
		const { url, runs } = await listen({ sender: 'svix', events });
		for (const type of ['vendor.created', 'vendor.rating.changed', 'risk.created', '', 'ping'])
			expect(await send(url, 'svix', { body: JSON.stringify({ type }) })).toBe(200);
		expect(runs().map(({ input }) => input[0]?.['type'])).toEqual(expected);
	});

	it('GitHub: by the header, also with its action; a ping is answered and starts nothing', async () => {
		setCredential({ signingSecret: 'a secret' });
		const { url, runs } = await listen({ sender: 'github', events: 'issues.opened, push' });
		for (const [event, action] of [
			['issues', 'opened'],
			['issues', 'closed'],
			['push', undefined],
			['ping', undefined],
		] as const)
			await send(url, 'github', {
				secret: 'a secret',
				body: JSON.stringify({ action, number: ++ids }),
				headers: { 'x-github-event': event },
			});
		expect(runs()).toHaveLength(2);
	});

	it('an event without a type is pointed out when events are selected by name', async () => {
		const { url, runs } = await listen({ sender: 'svix', events: 'vendor.*' });
		expect(await send(url, 'svix', { body: '{"vendor":{}}' })).toBe(200);
		expect(runs()).toHaveLength(0);
		expect(log.warnings).toEqual([
			expect.stringContaining('only starts the workflow if Events is *'),
		]);
	});
});

describe('bodies', () => {
	it('of forms are proven as bytes and read afterwards', async () => {
		setCredential({ signingSecret: 'a secret' });
		const form = { 'content-type': 'application/x-www-form-urlencoded' };
		const slack = await listen({ sender: 'slack', events: '/review' });
		const body = 'command=%2Freview&text=Z%C3%BCrich+%F0%9F%8F%94&__proto__=x';
		expect(await send(slack.url, 'slack', { secret: 'a secret', body, headers: form })).toBe(200);
		expect(JSON.stringify(await slack.output('Next'))).toBe(
			'[{"command":"/review","text":"Zürich 🏔","__proto__":"x"}]',
		);

		const github = await listen({ sender: 'github' });
		const payload = `payload=${encodeURIComponent('{"action":"opened","a b":"+"}')}`;
		await send(github.url, 'github', { secret: 'a secret', body: payload, headers: form });
		expect(await github.output('Next')).toEqual([{ action: 'opened', 'a b': '+' }]);
	});

	it('of JSON that is no object, or is broken, are no forms', async () => {
		setCredential({ signingSecret: 'a secret' });
		const { url, runs } = await listen({ sender: 'github' });
		const text = { 'content-type': 'text/plain' };
		for (const body of ['["a=b"]', '"a=b"', '7', 'null', '{"a=b"', '["a=b"'])
			expect([
				body,
				await send(url, 'github', { secret: 'a secret', body, headers: text }),
			]).toEqual([body, 200]);
		expect(runs()).toHaveLength(0);
		await send(url, 'github', { secret: 'a secret', body: 'a[0]=b&c', headers: text });
		expect(runs().map(({ input }) => input)).toEqual([[{ 'a[0]': 'b', c: '' }]]);
	});

	it('of forms with files are refused, and n8n itself refuses JSON that is not', async () => {
		const { url, runs } = await listen({ sender: 'svix' });
		const files = { 'content-type': 'multipart/form-data; boundary=x' };
		expect(await send(url, 'svix', { body: '--x--', headers: files })).toBe(401);
		expect(await send(url, 'svix', { body: '{' })).toBe(422);
		expect(runs()).toHaveLength(0);
	});

	it('that are no events are acknowledged, and start nothing', async () => {
		const { url, runs } = await listen({ sender: 'svix' });
		const text = { 'content-type': 'text/plain' };
		for (const body of ['', '[1]', '"x"', '{', 'a=b'])
			expect([body, await send(url, 'svix', { body, headers: text })]).toEqual([body, 200]);
		expect(runs()).toHaveLength(0);
	});
});

describe("Slack's challenge", () => {
	const body = '{"type":"url_verification","challenge":"a1b2c3d4"}';
	beforeEach(() => setCredential({ signingSecret: 'a secret' }));

	it('is answered when it is signed, and starts nothing', async () => {
		const { url, runs, testUrl } = await listen({ sender: 'slack' });
		const signed = signAs('slack', 'a secret', { id: '', timestamp: nowSeconds(), body });
		for (const address of [url, await testUrl()]) {
			const reply = await post(address, Buffer.from(body), signed);
			expect([reply.status, reply.body]).toEqual([200, '{"challenge":"a1b2c3d4"}']);
		}
		expect(runs()).toHaveLength(0);
	});

	it('is not answered when it is not', async () => {
		const { url } = await listen({ sender: 'slack' });
		const signed = signAs('slack', 'another', { id: '', timestamp: nowSeconds(), body });
		for (const headers of [signed, {}]) {
			const reply = await post(url, Buffer.from(body), headers);
			expect(reply.status).toBe(401);
			expect(reply.body).not.toContain('a1b2c3d4');
		}
	});

	it('is nothing special to other senders', async () => {
		setCredential();
		const { url, runs } = await listen({ sender: 'svix' });
		await send(url, 'svix', { body });
		expect(runs()).toHaveLength(1);
	});
});

describe('the secrets', () => {
	it('a former one is accepted, and with the first signature unknown the log says so', async () => {
		setCredential({ formerSecret: FORMER });
		const { url, output } = await listen({ sender: 'svix', options: { includeDelivery: true } });
		const [body, id, timestamp] = ['{"a":1}', 'msg_r', nowSeconds()];
		await send(url, 'svix', { secret: FORMER, body, id, timestamp });
		const delivery = { id, timestamp, secret: 'formerSecret' };
		expect(await output('Next')).toEqual([{ a: 1, delivery }]);
		expect(log.warnings).toEqual([]);

		const both = [FORMER, WHSEC].map(
			(secret) => signAs('svix', secret, { id: 'msg_s', body, timestamp })['svix-signature'],
		);
		setCredential();
		const headers = { 'svix-signature': both.join(' ') };
		expect(await send(url, 'svix', { id: 'msg_s', body, timestamp, headers })).toBe(200);
		expect(log.warnings).toEqual([expect.stringContaining('The signing secret was rotated')]);
	});

	it('are not split at what a secret can contain: no part of one is a key', async () => {
		const secret = 'Red, round apples\nof\tautumn; ripe';
		setCredential({ signingSecret: 'another one', formerSecret: secret });
		const { url, runs } = await listen({ sender: 'github' });
		for (const part of ['Red', 'round apples', 'Red, round apples', 'of', 'ripe', secret.slice(1)])
			expect([part, await send(url, 'github', { secret: part })]).toEqual([part, 401]);
		expect(await send(url, 'github', { secret })).toBe(200);
		expect(runs()).toHaveLength(1);
	});

	it('Include Delivery has neither ID nor time of a sender that signs none', async () => {
		setCredential({ signingSecret: 'a secret' });
		const { url, output } = await listen({ sender: 'github', options: { includeDelivery: true } });
		const headers = { 'x-github-delivery': 'forged' };
		await send(url, 'github', { secret: 'a secret', body: '{"a":1}', headers });
		const delivery = { id: null, timestamp: null, secret: 'signingSecret' };
		expect(await output('Next')).toEqual([{ a: 1, delivery }]);
	});
});

describe('a sender that the user describes', () => {
	const custom = {
		sender: 'custom',
		signatureHeader: 'Stripe-Signature',
		signaturePrefix: 'v1=',
		timestampIn: 'pair',
		timestampPrefix: 't=',
		eventTypeField: 'event.name',
		eventIdField: 'event.id',
		events: 'a.*',
	};

	it('with the values of Stripe is Stripe', async () => {
		const { url, runs } = await listen(custom);
		const body = (name: string, id: string) => JSON.stringify({ event: { name, id }, n: ++ids });
		for (const text of [body('a.b', '1'), body('a.b', '1'), body('c', '2'), body('a.c', '3')])
			expect(await send(url, 'stripe', { body: text })).toBe(200);
		expect(runs().map(({ input }) => input[0]?.['event'])).toEqual([
			{ name: 'a.b', id: '1' },
			{ name: 'a.c', id: '3' },
		]);
		expect(await send(url, 'stripe', { secret: FORMER })).toBe(401);
		expect(await send(url, 'stripe', { timestamp: nowSeconds() - 400 })).toBe(503);
	});

	it.each<[string, IDataObject]>([
		['A header name is empty', { signatureHeader: '' }],
		['Signed Text must contain {body} once', { signedText: '{timestamp}' }],
		['Signed Text must contain {timestamp}', { signedText: '{body}' }],
		['ID Header must be set', { signedText: '{id}.{timestamp}.{body}' }],
		['Select a sender', { sender: 'nobody' }],
		['Select a sender', { sender: '__proto__' }],
	])('in a way that is not safe is never accepted: %s', async (problem, changes) => {
		await expect(listen({ ...custom, ...changes }, { by: 'activate' })).rejects.toThrow(problem);
		const { url, runs } = await listen({ ...custom, ...changes });
		expect(await send(url, 'stripe')).toBe(503);
		expect(runs()).toHaveLength(0);
		expect(log.warnings.join()).toContain(problem);
	});
});

describe('the ID by which events of a described sender are recognized', () => {
	const custom = {
		sender: 'custom',
		signatureHeader: 'svix-signature',
		signaturePrefix: 'v1,',
		signatureEncoding: 'base64',
		separator: 'space',
		hmacKey: 'base64',
		timestampIn: 'header',
		timestampHeader: 'svix-timestamp',
		idHeader: 'svix-id',
		signedText: '{id}.{timestamp}.{body}',
	};

	it.each([['"E1"'], ['17']])('is the field that the user enters, such as %s', async (id) => {
		const { url, runs } = await listen({ ...custom, eventIdField: 'event.id' });
		const body = (n: number) => `{"event":{"id":${id}},"n":${n}}`;
		for (const n of [1, 2]) expect(await send(url, 'svix', { body: body(n) })).toBe(200);
		expect(runs()).toHaveLength(1);
		expect(await send(url, 'svix', { body: '{"event":{"id":"another"}}' })).toBe(200);
		expect(runs()).toHaveLength(2);
	});

	it('is the signed one where the field is empty, or not in the body', async () => {
		for (const eventIdField of ['', 'event.id']) {
			const { url, runs } = await listen({ ...custom, eventIdField });
			for (const id of ['msg_x', 'msg_x', 'msg_y']) await send(url, 'svix', { id });
			expect(runs()).toHaveLength(2);
		}
	});
});

describe('publishing', () => {
	it.each<[string, IDataObject, Record<string, string>]>([
		['Signing Secret is missing', {}, { signingSecret: '' }],
		['Signing Secret is missing', { sender: 'stripe' }, { signingSecret: 'whsec_' }],
		['Signing Secret in the credential cannot be used', {}, { signingSecret: 'whsec_AAAA' }],
		['Signing Secret in the credential cannot be used', {}, { signingSecret: 'not base64!' }],
		['Former Secret in the credential cannot be used', {}, { formerSecret: FORMER.slice(0, -4) }],
		['it contains whsec_ twice', {}, { signingSecret: `whsec_${WHSEC}` }],
		['it contains whsec_ twice', {}, { formerSecret: `${FORMER}, ${WHSEC}` }],
		['No events are selected', { events: ' , ' }, {}],
	])('says what is missing: %s', async (message, parameters, secrets) => {
		setCredential(secrets);
		await expect(listen(parameters, { by: 'activate' })).rejects.toThrow(message);
	});

	it('needs nothing else', async () => {
		await expect(listen({}, { by: 'activate' })).resolves.toBeDefined();
	});
});

describe('rejected deliveries', () => {
	it('can be seen in the form, by reason, also after one was accepted', async () => {
		const { url, entries } = await listen();
		expect(await entries()).toMatchObject([
			{ name: 'No Deliveries With This Credential Yet', value: '' },
		]);
		await send(url, 'svix', { secret: FORMER });
		await send(url, 'svix', { secret: FORMER });
		await send(url, 'svix', { headers: { 'svix-id': undefined } });
		const found = await entries();
		expect(found).toEqual([
			{
				name: '3 Rejected, Last Under a Minute Ago',
				value: '',
				description:
					'With this credential since this n8n process started: 0 accepted, 3 rejected, 0 ignored',
			},
			{
				name: '1 x No ID, Last Under a Minute Ago',
				value: 'missingId',
				description: 'Check Sender and proxies: no svix-id header.',
			},
			{
				name: '2 x Wrong Secret or Forged, Last Under a Minute Ago',
				value: 'wrongSignature',
				description: 'Check Signing Secret in the credential, and Sender, if the sender sent it.',
			},
		]);
		expect(JSON.stringify(found)).not.toContain(WHSEC);

		await send(url, 'svix');
		expect(await entries()).toMatchObject([
			{ name: '3 Rejected, Last Under a Minute Ago, Then 1 Accepted', value: '' },
			{ name: '1 x No ID (Before the Last Accepted), Last Under a Minute Ago' },
			{ name: '2 x Wrong Secret or Forged (Before the Last Accepted), Last Under a Minute Ago' },
		]);

		const now = Date.now();
		jest.spyOn(Date, 'now').mockImplementation(() => now + 60_000);
		await send(url, 'svix', { secret: FORMER });
		jest.spyOn(Date, 'now').mockImplementation(() => now + 7_260_000);
		expect(await entries()).toMatchObject([
			{
				name: '4 Rejected, Last 2 Hours Ago',
				description: expect.stringContaining(': 1 accepted, 4 rejected, 0 ignored'),
			},
			{ name: '3 x Wrong Secret or Forged, Last 2 Hours Ago' },
			{ name: '1 x No ID (Before the Last Accepted), Last 2 Hours Ago' },
		]);
	});

	it('are those of one trigger, whoever else has its credential', async () => {
		const one = await listen();
		const other = await listen();
		await send(one.url, 'svix', { secret: FORMER });
		for (let count = 0; count < 3; count++) await send(other.url, 'svix');
		expect((await one.entries()).map(({ name }) => name)).toEqual([
			'1 Rejected, Last Under a Minute Ago',
			'1 x Wrong Secret or Forged, Last Under a Minute Ago',
		]);
		expect(await other.entries()).toMatchObject([{ name: 'None Rejected, 3 Accepted' }]);
		expect(await (await listen()).entries()).toMatchObject([
			{ name: 'No Deliveries With This Credential Yet' },
		]);
		// Who may not use the credential learns nothing.
		expect(await one.entries({}, 'another')).toMatchObject([
			{ name: 'No Deliveries With This Credential Yet' },
		]);
		expect(await one.entries({ triggerId: '' })).toMatchObject([
			{ name: 'Save the Workflow First', value: '' },
		]);
	});

	it.each(['', 'wrongSignature', 'outsideTolerance', 'anything'])(
		'have an entry for the value that is saved, which is the sum: "%s"',
		async (saved) => {
			const { url, entries } = await listen();
			const values = async () =>
				(await entries({ rejectedDeliveries: saved })).map(({ value }) => value);
			expect(await values()).toEqual([saved]);
			await send(url, 'svix', { secret: FORMER });
			const [sum, reason] = await values();
			expect(sum).toBe(saved);
			expect(reason).toBe(saved === 'wrongSignature' ? '' : 'wrongSignature');
			await send(url, 'svix');
			expect(await values()).toContain(saved);
		},
	);

	it('say first what to do, in the part of a text that n8n shows', async () => {
		const { url, entries } = await listen();
		await send(url, 'svix', { timestamp: nowSeconds() - 100_000_000 });
		const { description = '' } = (await entries()).at(-1) ?? {};
		expect(description).toMatch(
			/^Correct the clock of the n8n server, or raise Options > Tolerance\. It was 1\d{8} s behind\.$/,
		);
	});

	it('stay visible when a delivery is sent again, also with a signature too many', async () => {
		const credential = 'copies';
		const secret = 'whsec_stripe';
		setCredential({ signingSecret: secret }, credential);
		const { url, runs, entries } = await listen({ sender: 'stripe' }, { credential });
		const sent = { id: '', timestamp: nowSeconds(), body: '{"id":"evt_copied"}' };
		const signed = signAs('stripe', secret, sent);
		await post(url, Buffer.from(sent.body), signed);
		await send(url, 'stripe', { secret: 'another one' });
		for (const more of ['', `,v1=${'0'.repeat(64)}`]) {
			const headers = { 'stripe-signature': `${signed['Stripe-Signature'] ?? ''}${more}` };
			expect((await post(url, Buffer.from(sent.body), headers)).status).toBe(200);
		}
		expect(await entries()).toMatchObject([
			{ name: '1 Rejected, Last Under a Minute Ago' },
			{ value: 'wrongSignature' },
			{ value: 'duplicate' },
		]);
		expect(log.warnings).toEqual([expect.stringContaining('no configured secret matches')]);
		expect(runs()).toHaveLength(1);
	});

	it('name the headers under which the delivery came', async () => {
		const credential = 'names';
		setCredential({}, credential);
		const { url, entries } = await listen({ sender: 'svix' }, { credential });
		await send(url, 'standardWebhooks', { headers: { 'webhook-timestamp': undefined } });
		expect(await entries()).toMatchObject([
			{},
			{
				value: 'missingTimestamp',
				description: 'Check Sender and proxies: no timestamp in webhook-timestamp.',
			},
		]);
	});

	it('say which secret is not compared at all', async () => {
		const credential = 'unusable';
		setCredential({ formerSecret: FORMER.slice(0, 20) }, credential);
		const { url, entries } = await listen({}, { credential });
		await send(url, 'svix', { secret: FORMER });
		expect(await entries()).toMatchObject([
			{},
			{
				value: 'wrongSignature',
				description: 'Correct Former Secret: it is too short.',
			},
		]);
	});

	it('start the workflow on a second output: once an hour, and once a day per reason', async () => {
		const { url, runs, output, testUrl } = await listen({ options: { startOnRejected: true } });
		let now = Date.now();
		jest.spyOn(Date, 'now').mockImplementation(() => now);
		const timestamp = () => Math.floor(now / 1000);
		// The answer to a rejected delivery is sent before a run is started.
		const settled = async <T>(reply: Promise<T>) => {
			const result = await reply;
			await server.idle();
			return result;
		};
		const forge = async () =>
			await settled(send(url, 'svix', { secret: FORMER, timestamp: timestamp() }));
		const unsigned = async () => await settled(post(url, Buffer.from('{}'), {}));

		expect(await forge()).toBe(401);
		for (let count = 0; count < 20; count++) expect(await forge()).toBe(401);
		expect((await unsigned()).status).toBe(401);
		expect(await output('Rejected')).toEqual([
			{
				reason: 'wrongSignature',
				message: expect.stringContaining('no configured secret matches'),
				status: 401,
				rejectedAt: new Date(now).toISOString(),
				rejections: 1,
			},
		]);

		now += 3_600_000;
		await forge();
		expect(runs()).toHaveLength(1);
		await unsigned();
		expect(await output('Rejected')).toMatchObject([
			{},
			{ reason: 'missingSignature', rejections: 23 },
		]);

		now += 3_600_000;
		await forge();
		await unsigned();
		expect(runs()).toHaveLength(2);
		await send(url, 'svix', { timestamp: timestamp() });
		await forge();
		expect(runs()).toHaveLength(4);
		expect(await output('Next')).toHaveLength(1);
		expect(await output('Rejected')).toHaveLength(3);

		// A forged request does not hide for good that genuine ones are rejected.
		now += 3_600_000;
		await forge();
		expect(runs()).toHaveLength(4);
		now += 82_800_000;
		await forge();
		expect(runs()).toHaveLength(5);
		expect((await output('Rejected')).at(-1)).toMatchObject({
			reason: 'wrongSignature',
			rejections: 2,
		});

		now += 90_000_000;
		await settled(send(await testUrl(), 'svix', { secret: FORMER, timestamp: timestamp() }));
		expect(runs()).toHaveLength(5);
	});

	it('are listed beside those that were accepted and ignored', async () => {
		const credential = 'ignored';
		setCredential({ signingSecret: 'a secret' }, credential);
		const { url, runs, entries } = await listen(
			{ sender: 'github', events: 'alarm' },
			{ credential },
		);
		const alarm = { secret: 'a secret', body: '{"alarm":"on"}' };
		for (const event of ['alarm', 'alarm', 'alarm', 'push'])
			await send(url, 'github', { ...alarm, headers: { 'x-github-event': event } });
		expect(runs()).toHaveLength(1);
		expect(await entries()).toMatchObject([
			{ name: 'None Rejected, 1 Accepted, 3 Ignored' },
			{ name: '1 x Not Selected (Ignored), Last Under a Minute Ago' },
			{
				name: '2 x Duplicate (Ignored), Last Under a Minute Ago',
				description: expect.stringContaining('turn off Options > Deduplicate'),
			},
		]);
	});

	it('of triggers without a credential are not listed together', async () => {
		const { url, entries } = await listen({}, { credential: '' });
		expect(await send(url, 'svix')).toBe(503);
		expect(await entries()).toMatchObject([{ name: 'Select a Credential First', value: '' }]);
	});

	it('after an unexpected error do not repeat what that says', async () => {
		const credential = 'unexpected';
		setCredential({}, credential);
		const { url, entries } = await listen({}, { credential });
		jest.spyOn(WebhookContext.prototype, 'getHeaderData').mockImplementationOnce(() => {
			throw new Error('internals');
		});
		expect(await send(url, 'svix')).toBe(503);
		const found = await entries();
		expect(found.at(-1)?.name).toContain('Unexpected Error');
		expect(JSON.stringify([found, log.warnings])).not.toContain('internals');
	});

	it('are not sent again by GitHub, which the log says', async () => {
		for (const [sender, says] of [
			['github', true],
			['stripe', false],
		] as const) {
			setCredential({ signingSecret: '' });
			const { url } = await listen({ sender });
			expect(await send(url, sender)).toBe(503);
			expect(log.warnings.pop()?.includes('redeliver it there')).toBe(says);
		}
	});

	it('start nothing without the option', async () => {
		const { url, runs } = await listen();
		await send(url, 'svix', { secret: FORMER });
		expect(runs()).toHaveLength(0);
	});
});

describe.each(['onReceived', 'lastNode'])('after a restart, %s', (acknowledge) => {
	it('a recorded delivery whose sender signs no time starts nothing', async () => {
		setCredential({ signingSecret: 'a secret' });
		const restart = () => {
			server.loadTypes = () => freshTrigger(TYPE);
			server.restart();
		};
		restart();
		const { url, runs } = await listen({ sender: 'github', acknowledge });
		const recorded = { secret: 'a secret', body: '{"transfer":1}' };
		expect(await send(url, 'github', recorded)).toBe(200);
		await server.idle();
		restart();
		expect(await send(url, 'github', recorded)).toBe(200);
		expect(runs()).toHaveLength(1);
	});
});

describe('what is stored of events', () => {
	const keys = (name: string): string[] => {
		const data = JSON.parse(server.database.get(name) ?? '{}') as Record<string, IDataObject>;
		const stored = String(data['node:Signed Webhook Trigger']?.['handledEvents']);
		return stored.split(' ').filter((part) => !part.startsWith('@'));
	};

	it.each<[SenderName, number]>([
		['slack', 100],
		['stripe', 100],
		['svix', 169],
	])(
		'%s: keys for as long as copies may come, but of the last 100 events',
		async (sender, count) => {
			setCredential({ signingSecret: SECRETS[sender] });
			const { url, name } = await listen({ sender });
			let now = Date.now();
			jest.spyOn(Date, 'now').mockImplementation(() => now);
			for (let hour = 0; hour < 180; hour++) {
				const body = JSON.stringify({ id: `evt_${hour}`, event_id: `E${hour}`, hour });
				const timestamp = Math.floor(now / 1000);
				expect(await send(url, sender, { secret: SECRETS[sender], body, timestamp })).toBe(200);
				now += 3_600_000;
			}
			await server.idle();
			expect(keys(name)).toHaveLength(count);
		},
	);

	it('of a sender that signs no time: the last 2,000, however old', async () => {
		setCredential({ signingSecret: 'a secret' });
		const { url, name, runs } = await listen({ sender: 'github' });
		let now = Date.now();
		jest.spyOn(Date, 'now').mockImplementation(() => now);
		for (let day = 0; day < 20; day++) {
			await send(url, 'github', { secret: 'a secret', body: `{"day":${day}}` });
			now += 86_400_000;
		}
		await server.idle();
		expect(keys(name)).toHaveLength(20);
		expect(await send(url, 'github', { secret: 'a secret', body: '{"day":0}' })).toBe(200);
		expect(runs()).toHaveLength(20);
	});
});
