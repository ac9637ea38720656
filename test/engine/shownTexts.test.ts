import type { IDataObject } from 'n8n-workflow';

import type { WorkflowFile } from '../../sandbox/engine/engine';
import { PollingWorkflow } from '../../sandbox/engine/polling';
import type { NodeUnderTest } from '../../sandbox/engine/singleNode';
import { NODE } from '../../sandbox/engine/singleNode';
import { CREDENTIAL_ID } from '../../sandbox/engine/serviceCredential';
import { triggerWorkflow } from '../../sandbox/engine/triggerWorkflow';
import { WebhookServer } from '../../sandbox/engine/webhook';
import { SECRET, watchLog } from '../helpers/deliveries';
import { harnessForAll } from '../helpers/harness';
import { httpRequest } from '../helpers/httpRequest';
import { Listeners } from '../helpers/listen';
import { pageBased, pagedHttp } from '../helpers/pagedHttp';
import { readsList } from '../helpers/polledList';

const harness = harnessForAll();
const listeners = new Listeners();
afterAll(() => listeners.close());

/** Covers the page where it is shown as HTML. */
const LINK =
	'<a href="https://evil.example" style="position:fixed;inset:0">Session expired</a><img src=x onerror=alert(1)';

/** With it, what forges a line of a log, hides, or turns the order of reading around. */
const TEXT = `${LINK}\r\nERROR forged\u0000\u0007\u0085\u2028\u202eabc\u200b\u2066\u00ad\u001b[31m`;

/** The same where a place may show text or HTML. */
const SHOWN = '‹a href="https://evil.example" style="position:fixed;inset:0">Session expired‹/a>';

/** Opens a tag, ends a line, is not seen, or changes the order of what is. */
const HARMFUL = /[<\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

function expectShown(message: unknown): void {
	expect(message).toContain(SHOWN);
	expect(message).not.toMatch(HARMFUL);
}

/** A description has lines of our own. */
function expectLines(description: unknown): void {
	expect(description).not.toMatch(/[<\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u);
}

/** What n8n shows as HTML: line breaks of our own are its only markup. */
function expectHtml(html: unknown): void {
	expect(String(html).replaceAll('<br>\n', '')).not.toMatch(HARMFUL);
}

/** Runs a node that fails, once so that it stops, and once so that it continues. */
async function failing(node: NodeUnderTest, items?: IDataObject[]) {
	const stopped = await harness.run(node, items);
	expect(stopped.status).toBe('error');
	const error = stopped.error as unknown as IDataObject;
	const { settings } = node;
	const continued = await harness.run(
		{ ...node, settings: { ...settings, onError: 'continueRegularOutput' } },
		items,
	);
	const item = continued.json(NODE).find((json) => 'error' in json)?.error as IDataObject;
	return { error, item };
}

const scope: NodeUnderTest = {
	type: 'scope',
	parameters: { resource: 'scope', operation: 'getMany' },
};
const control: NodeUnderTest = { type: 'control', parameters: { operation: 'getMany' } };
const vendor: NodeUnderTest = {
	type: 'tprmVendor',
	parameters: { resource: 'vendor', operation: 'getMany' },
};
const assignment: NodeUnderTest = {
	type: 'scopeAssignment',
	parameters: {
		operation: 'assign',
		mode: 'replace',
		controlId: { __rl: true, mode: 'id', value: 'c-1' },
		scopeIds: ['s-1'],
	},
};

describe('a message of an API is text where n8n shows HTML', () => {
	it.each<[string, NodeUnderTest]>([
		['GRC Scope', scope],
		['GRC Control', control],
		['TPRM Vendor', vendor],
		['GRC Scope Assignment', assignment],
	])('of %s', async (_name, node) => {
		const fault = {
			kind: 'status',
			status: 400,
			body: { json: { error: { message: TEXT, request_id: LINK } } },
		} as const;
		harness.service.faults.add({ fault, path: /^(?!.*token)/, times: 99 });
		const { error, item } = await failing(node);
		expectShown(error.message);
		expectShown(item.message);
		expectLines(item.description);
		// There it is HTML, so that the text can be shown as it was sent.
		expect(error.description).toContain('&lt;a href="https://evil.example"');
		expectHtml(error.description);
	});

	it.each(['dataset', 'automatic', 'fields'])('of Paged HTTP (%s)', async (source) => {
		const baseUrl = await listeners.http((_request, response) => {
			response.setHeader('Content-Type', 'application/json').writeHead(400);
			response.end(JSON.stringify({ error: { message: TEXT, request_id: LINK } }));
		});
		const { parameters, ...node } = pagedHttp(pageBased(`${baseUrl}/items`));
		const url = `${baseUrl}/items`;
		const { error, item } = await failing({
			...node,
			parameters: { ...parameters, source, url, property: 'items', authentication: 'none' },
		});
		expectShown(error.message);
		expectShown(item.message);
		expectHtml(error.description);
	});

	it('of Paged HTTP Trigger', async () => {
		const url = await listeners.http((_request, response) => {
			response.setHeader('Content-Type', 'application/json').writeHead(400);
			response.end(JSON.stringify({ message: TEXT, request_id: LINK }));
		});
		const error = await errorOf(polled(readsList({ url })).activate());
		expectShown(error.message);
		expectHtml(error.description);
	});

	it('and of a token endpoint, also in HTTP Request', async () => {
		const baseUrl = await listeners.http((_request, response) => {
			response.setHeader('Content-Type', 'application/json').writeHead(400);
			response.end(JSON.stringify({ error: { message: TEXT, request_id: LINK } }));
		});
		harness.setCredential({ baseUrl });
		const ours = await failing(scope);
		// n8n passes on what the credential has written for text or HTML.
		expect(ours.error.description).toContain(SHOWN);
		expectHtml(ours.error.description);
		expectLines(ours.item.description);
		const { error } = await harness.run(httpRequest(`${baseUrl}/v1/scopes`));
		const { message, description } = error as unknown as IDataObject;
		expect(`${String(message)} ${String(description)}`).toContain(SHOWN);
		expectLines(message);
		expectLines(description);
	});
});

describe('a value of an input item is text where n8n shows HTML', () => {
	const byId = (operation: string): NodeUnderTest => ({
		type: 'tprmVendor',
		parameters: {
			...{ resource: 'vendor', operation },
			vendorId: { __rl: true, mode: 'id', value: '={{ $json.text }}' },
		},
	});
	const limited = ({ type, parameters }: NodeUnderTest): NodeUnderTest => ({
		type,
		parameters: { ...parameters, limit: '={{ $json.text }}' },
	});
	const sync: NodeUnderTest = {
		type: 'scope',
		parameters: {
			...{ resource: 'tree', operation: 'sync', path: '={{ $json.text + "/ /x" }}', owner: 'u' },
			options: { pathSeparator: '|' },
		},
	};
	const read = (parameters: IDataObject): NodeUnderTest => ({
		type: 'pagedHttp',
		parameters: { authentication: 'none', source: 'automatic', url: 'http://x/', ...parameters },
	});

	it.each<[string, NodeUnderTest]>([
		['an ID', byId('get')],
		[
			'a Match Field',
			{
				type: 'tprmVendor',
				parameters: {
					...{ resource: 'vendor', operation: 'upsert', matchField: 'id' },
					source: 'input',
				},
			},
		],
		['a limit', limited(scope)],
		['a limit', limited(control)],
		['a limit', limited(vendor)],
		[
			'an identifier',
			{
				...assignment,
				parameters: {
					...assignment.parameters,
					controlId: { __rl: true, mode: 'identifier', value: '={{ $json.text }}' },
				},
			},
		],
		[
			'a path',
			{ ...sync, parameters: { ...sync.parameters, path: '={{ [$json.text, "", "x"] }}' } },
		],
		['a URL', read({ url: '={{ $json.text }}' })],
		['a switch', read({ returnAll: false, limit: '={{ $json.text }}' })],
	])('%s in %j', async (_what, node) => {
		const { error, item } = await failing(node, [{ id: TEXT, text: TEXT }]);
		expectShown(error.message);
		expectShown(item.message);
		expectHtml(error.description);
		expectLines(item.description);
	});

	it('in the notes on other rows below the error', async () => {
		const rows = [{ text: 'x' }, { text: TEXT }, { text: `2${TEXT}` }];
		const { error } = await harness.run(limited(scope), rows);
		const { description } = error as unknown as IDataObject;
		expect(description).toContain(SHOWN);
		expectHtml(description);
	});

	it('in a hint', async () => {
		const result = await harness.run(
			{ ...sync, parameters: { ...sync.parameters, dryRun: true, path: '={{ $json.text }}' } },
			[{ text: `A|${TEXT}` }, { text: `A|${TEXT}` }],
		);
		const hints = result.hints(NODE).map(({ message }) => message);
		expect(hints.join()).toContain('a href="https://evil.example"');
		for (const hint of hints) expectHtml(hint);
	});
});

describe('what n8n shows outside of a run is text', () => {
	let server: WebhookServer;
	let log: ReturnType<typeof watchLog>;
	beforeAll(async () => {
		server = await WebhookServer.start(harness.engine);
		log = watchLog(server);
	});
	afterAll(async () => {
		log.stop();
		await server.stop();
	});
	const trigger = (name = 'TPRM Trigger'): WorkflowFile => {
		const file = triggerWorkflow({ events: [TEXT] }, { name });
		return file;
	};

	it('when a trigger is activated', async () => {
		harness.setCredential({ webhookSigningSecret: SECRET });
		const error = await errorOf(server.activate(trigger()));
		expectShown(error.message);
		expectLines(error.description);
	});

	it('in the log', async () => {
		harness.setCredential({ webhookSigningSecret: SECRET });
		await server.activate(trigger(`Mine${TEXT}`), { by: 'init' });
		const [line, ...others] = log.warnings;
		expect(others).toEqual([]);
		expect(line).toContain('does not offer the event');
		// A log shows no HTML.
		expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
	});

	it('when a list cannot be loaded', async () => {
		const fault = {
			kind: 'status',
			status: 400,
			body: { json: { error: { message: TEXT, request_id: LINK } } },
		} as const;
		harness.service.faults.add({ fault, path: /^(?!.*token)/, times: 99 });
		// There n8n shows the description as text.
		for (const error of [
			await errorOf(harness.listSearch('scope', 'searchScopes')),
			await errorOf(harness.loadOptions('scopeAssignment', 'getScopes')),
			await errorOf(harness.listSearch('tprmVendor', 'searchVendors')),
		]) {
			expectShown(error.message);
			expectLines(error.description);
			expect(error.description).toContain('‹a href');
		}
	});
});

function polled(parameters: IDataObject): PollingWorkflow {
	return new PollingWorkflow(harness.engine, {
		name: 'Polled',
		nodes: [
			{
				id: 'trigger',
				name: 'Paged HTTP Trigger',
				type: 'n8n-nodes-grc-tprm.pagedHttpTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {
					pollTimes: { item: [{ mode: 'everyMinute' }] },
					...parameters,
				},
				credentials: { grcOAuth2Api: { id: CREDENTIAL_ID, name: 'GRC' } },
			},
		],
		connections: {},
	});
}

async function errorOf(work: Promise<unknown>): Promise<IDataObject> {
	return await work.then(
		() => ({}),
		(error: unknown) => error as IDataObject,
	);
}
