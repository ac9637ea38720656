import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { readExamples } from '../../sandbox/demo/examples';
import { launchChromium } from '../../sandbox/editor/chromium';
import { Editor } from '../../sandbox/editor/editor';
import { sendTestEvent } from '../../sandbox/editor/testEvent';
import { CREDENTIAL_ID } from '../../sandbox/engine/serviceCredential';
import type { TemporaryInstance } from '../../sandbox/server/temporary';
import { untilPasses } from '../../sandbox/server/until';
import { line } from './line';
import type { Shared } from './shared';

const WORKFLOW = 'e2e-editor';
const CUT_SHORT = 'e2e-cut-short';
const PUBLIC = 'e2e-public';
const REFUSED = 'e2e-refused';
const MISSING = 'e2e-missing';
const NAMED = 'e2e-named';
const READER = 'Read register';

/** Where it is HTML, a link lies over the whole page. */
const COVER =
	'<a href="https://evil.example" style="position:fixed;inset:0;z-index:99999">Sign in again</a>';

const TYPES = {
	'GRC Scope': 'scope',
	'GRC Scope Assignment': 'scopeAssignment',
	'GRC Control': 'control',
	'TPRM Vendor': 'tprmVendor',
	'TPRM Trigger': 'tprmVendorTrigger',
	'Paged HTTP': 'pagedHttp',
};

/** Names of the nodes in the editor workflow, which are those in the node panel. */
const NODE_NAMES = Object.keys(TYPES);

/** What n8n shows follows a click in several steps. */
const soon = async (check: () => Promise<void>) => await untilPasses(check, 120_000);

/** Workflows that the tests open. */
export const editorWorkflows = () => [
	editorWorkflow(WORKFLOW),
	cutShortWorkflow(),
	publicWorkflow(),
	failingWorkflow(REFUSED, 'GRC Scope', { resource: 'scope', operation: 'getMany' }),
	failingWorkflow(MISSING, 'TPRM Vendor', {
		...{ resource: 'vendor', operation: 'get' },
		vendorId: { __rl: true, mode: 'id', value: COVER },
	}),
	failingWorkflow(NAMED, 'GRC Scope Assignment', {
		...{ resource: 'scopeAssignment', operation: 'assign', mode: 'add' },
		controlId: { __rl: true, mode: 'identifier', value: 'AC-01' },
		scopeIds: '={{ ["EMEA", "EMEA / Retail"] }}',
	}),
];

/**
 * What n8n's editor shows of the nodes.
 *
 * @param shared has imported {@link editorWorkflows}
 */
export function editorTests(shared: Shared): void {
	let instance: TemporaryInstance;
	let browser: Awaited<ReturnType<typeof launchChromium>>;
	let editor: Editor;

	describe(`the editor of n8n ${line.version}`, () => {
		beforeAll(async () => {
			instance = await shared();
			browser = await launchChromium((text) => process.stderr.write(`${text}\n`));
			// One page for all: n8n keeps a workflow locked for others for a while when a page is gone.
			editor = await Editor.open(browser, instance.rest);
		});
		afterAll(async () => await browser?.close());
		afterEach(() => {
			expect(editor.errors.splice(0)).toEqual([]);
		});

		it('marks no name of a scope red that an expression returns, though the list has IDs', async () => {
			await editor.openWorkflow(NAMED);
			await editor.openNodeWithLists('GRC Scope Assignment');
			await soon(async () => expect(await editor.form()).toContain('EMEA / Retail'));
			expect(await editor.issues()).toBe(0);
			await editor.backToCanvas();
		});

		describe('of a workflow that is only looked at', () => {
			beforeAll(async () => void (await editor.openWorkflow(WORKFLOW)));
			afterEach(async () => await editor.backToCanvas());

			it.each([
				// The panel shows a node and its trigger as one.
				['grc', NODE_NAMES.filter((name) => name !== 'TPRM Trigger')],
				['tprm', ['TPRM Vendor']],
				['vendor', ['TPRM Vendor']],
				['paging', ['Paged HTTP']],
			])('finds our nodes by "%s"', async (word, expected) => {
				await soon(async () => {
					expect(await editor.searchNodes(word)).toEqual(expect.arrayContaining(expected));
				});
			});

			it('offers the trigger beside the actions of TPRM Vendor', async () => {
				const groups = await editor.listGroups('TPRM Vendor');
				expect(groups).toContainEqual(expect.stringMatching(/Triggers \(20\)/));
			});

			it.each([
				['GRC Scope', ['Resource', 'Operation', 'Return All', 'Limit', 'Filters', 'Options']],
				[
					'GRC Scope Assignment',
					[
						...['Operation', 'Table Layout', 'Mode', 'Control', 'Scope Names or IDs'],
						...['Dry Run', 'Options'],
					],
				],
				['GRC Control', ['Operation', 'Return All', 'Limit', 'Output', 'Filters', 'Options']],
				['TPRM Vendor', ['Resource', 'Operation', 'Return All', 'Limit', 'Filters', 'Options']],
				['TPRM Trigger', ['Trigger On', 'Acknowledge', 'Rejected Deliveries', 'Options']],
				[
					'Paged HTTP',
					[
						'Operation',
						'Paging Setup',
						'URL',
						'Authentication',
						'Records',
						'Output',
						'Return All',
						'Limit',
						'Options',
					],
				],
			])('opens %s with its fields', async (name, fields) => {
				await editor.openNode(name);
				await soon(async () => expect(await editor.fields()).toEqual(fields));
			});

			it('tells in the trigger what an administrator has to do, and offers the events', async () => {
				await editor.openNode('TPRM Trigger');
				const notice = 'Ask an administrator of the service to register the production URL';
				await soon(async () => expect(await editor.form()).toContain(notice));
				const names = [
					...instance.service.webhooks.eventNames.map(titleCase),
					...['Assessment Completed', 'Assessment Reopened'],
				];
				await soon(async () => {
					expect(await editor.offered('events')).toEqual(['All Events', ...names.sort()]);
				});
			});

			it('offers the fields of a node that has not run yet', async () => {
				await editor.openNode('GRC Scope Assignment');
				await editor.sees('Usually outputs the following fields');
				await soon(async () => {
					const input = await editor.input();
					for (const field of ['controlIdentifier', 'status', 'assignments'])
						expect(input).toContain(field);
				});
			});

			it('tests the credential when it is opened', async () => {
				await editor.openNode('GRC Scope');
				await editor.openCredential();
				await editor.sees('Connection tested successfully');
			});
		});

		it('shows the fields of the chosen resource and operation, and no others', async () => {
			await editor.openWorkflow(WORKFLOW);
			await editor.openNode('GRC Scope');
			await editor.choose('operation', 'Get Many');
			const shows = async (...names: string[]) => {
				const fields = ['Resource', 'Operation', ...names];
				await soon(async () => expect(await editor.fields()).toEqual(fields));
			};
			await shows('Return All', 'Limit', 'Filters', 'Options');
			await editor.toggle('returnAll');
			await shows('Return All', 'Filters', 'Options');
			await editor.choose('resource', 'Scope Tree');
			await shows('Only Active', 'Output', 'Options');
			await editor.choose('operation', 'Sync');
			await soon(async () => {
				expect(await editor.fields()).toEqual(expect.arrayContaining(['Path', 'Owner', 'Dry Run']));
			});
		});

		it('shows the fields of the chosen paging scheme and authentication', async () => {
			await editor.openWorkflow(WORKFLOW);
			await editor.openNode('Paged HTTP');
			expect(await editor.form()).not.toContain('Credential');
			expect(await editor.fields()).not.toContain('Paging Scheme');
			await editor.choose('source', 'Set Up Manually');
			await editor.choose('schemeType', 'Offset');
			await soon(async () => {
				const fields = await editor.fields();
				expect(fields).toContain('Offset Parameter');
				expect(fields).not.toContain('Page Parameter');
			});
			await editor.choose('authentication', 'GRC OAuth2 API');
			await soon(async () => {
				expect(await editor.form()).toContain('Credential for GRC OAuth2 API');
			});
		});

		it('loads the scopes from the service and searches them', async () => {
			await editor.openWorkflow(WORKFLOW);
			await editor.openNode('GRC Scope');
			await editor.choose('operation', 'Archive');
			await soon(async () => {
				const names = await editor.list('scopeId');
				expect(names).toEqual(expect.arrayContaining(['EMEA', 'EMEA / Digital / Berlin']));
			});
			// Waits until it shows nothing else.
			const found = await editor.list('scopeId', 'Wholesale / Porto');
			expect(found.length).toBeGreaterThan(0);
		});

		it('offers the fields of a public API as its Record Key, without a credential', async () => {
			const api = createServer((_request, response) => {
				response.setHeader('content-type', 'application/json');
				response.end('[{"id":1,"name":"Acme"},{"id":2,"name":"Acme"}]');
			}).listen(0, '127.0.0.1');
			await once(api, 'listening');
			const { port } = api.address() as AddressInfo;
			await editor.openWorkflow(PUBLIC);
			await editor.openNode('Paged HTTP');
			const url = editor.page.getByTestId('parameter-input-url').locator('input').first();
			await url.fill(`http://127.0.0.1:${port}/list`);
			expect(await editor.list('recordKey')).toEqual(['id']);
			api.close();
		});

		it('shows an event that the service sends while the trigger listens', async () => {
			await editor.openWorkflow('rating-dropped-ticket');
			await editor.openNode('TPRM Trigger');
			await editor.listen();
			await sendTestEvent(instance, 'rating-dropped-ticket', 'vendor.risk_rating_changed');
			await editor.sees('evt_');
			await soon(async () => {
				expect(await editor.output()).toContain('vendor.risk_rating_changed');
			});
			// The editor says which trigger it is; n8n does not.
			await editor.backToCanvas();
			await editor.openNode('TPRM Trigger');
			await soon(async () => {
				// Other tests have sent some, too.
				const [sum] = await editor.offered('rejectedDeliveries');
				expect(sum).toMatch(/\b[1-9]\d* Accepted$/);
			});
		});

		it('shows both outputs of Paged HTTP, and the hint that a run was cut short', async () => {
			await editor.openWorkflow(CUT_SHORT);
			await editor.execute();
			await editor.openNode(READER);
			await soon(async () => {
				const output = await editor.output();
				expect(output).toMatch(/Items Branch \(1000 items\)\s+Summary Branch \(1 item\)/);
				expect(output).toContain('Max Pages');
			});
		});

		it.each([
			['an API', REFUSED, 'GRC Scope'],
			['a row', MISSING, 'TPRM Vendor'],
		])('shows a text of %s as text', async (_whose, workflow, node) => {
			const json = { error: { message: COVER, request_id: COVER } };
			const fault = { kind: 'status', status: 400, body: { json } } as const;
			// One that nothing asks for would wait for the next test.
			if (workflow === REFUSED) instance.service.faults.add({ fault, path: '/v1/scopes' });
			await editor.openWorkflow(workflow);
			await editor.startExecution();
			expect(await editor.failure()).toContain('‹a href="https://evil.example"');
			expect(await editor.linksTo('evil.example')).toBe(0);
			await editor.openNode(node);
			const shown = await editor.error();
			expect(shown).toContain('‹a href="https://evil.example"');
			if (workflow === REFUSED)
				expect(shown).toContain('request_id: <a href="https://evil.example"');
			expect(await editor.linksTo('evil.example')).toBe(0);
		});

		it('runs an example workflow, whose items are shown', async () => {
			await editor.openWorkflow('sync-the-org-chart');
			await editor.execute();
			await editor.openNode('Sync');
			await soon(async () => {
				const output = await editor.output();
				expect(output).toContain('7 items');
				expect(output).toContain('Rotterdam');
			});
		});
	});
}

/** @returns a workflow with each of our nodes as it comes from the panel, two of them connected */
function editorWorkflow(id: string) {
	return {
		id,
		name: 'All nodes',
		active: false,
		settings: { executionOrder: 'v1' },
		nodes: Object.entries(TYPES).map(([name, type], index) => ({
			id: `${id}-${type}`,
			name,
			type: `n8n-nodes-grc-tprm.${type}`,
			typeVersion: 1,
			position: [(index % 3) * 300, Math.floor(index / 3) * 260],
			parameters: {},
			credentials: { grcOAuth2Api: { id: CREDENTIAL_ID, name: 'GRC OAuth2 API' } },
		})),
		connections: {
			'GRC Control': { main: [[{ node: 'GRC Scope Assignment', type: 'main', index: 0 }]] },
		},
	};
}

/** A node that reads an API without a credential, only what is new. */
function publicWorkflow() {
	const { nodes, ...workflow } = editorWorkflow(PUBLIC);
	const { credentials: _none, ...node } = nodes.find(({ name }) => name === 'Paged HTTP') ?? {};
	return {
		...workflow,
		name: 'Public API',
		nodes: [{ ...node, parameters: { readMode: 'changes' } }],
		connections: {},
	};
}

/** A workflow whose only node of ours fails. */
function failingWorkflow(id: string, name: keyof typeof TYPES, parameters: object) {
	const { nodes, ...workflow } = editorWorkflow(id);
	const start = {
		...{ id: `${id}-start`, name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
		...{ typeVersion: 1, position: [-300, 0], parameters: {} },
	};
	const failing = nodes
		.filter((node) => node.name === name)
		.map((node) => ({ ...node, position: [0, 0], parameters }));
	return {
		...{ ...workflow, name: `Fails: ${name}`, nodes: [start, ...failing] },
		connections: { Start: { main: [[{ node: name, type: 'main', index: 0 }]] } },
	};
}

/** The example that reads page by page, with the option that ends it after two pages. */
function cutShortWorkflow() {
	const example = readExamples().find(({ file }) => file === 'paging-page-number.json');
	const nodes = example?.workflow.nodes.map((node) =>
		node.name === READER
			? { ...node, parameters: { ...node.parameters, options: { maxPages: 2 } } }
			: node,
	);
	return { ...example?.workflow, id: CUT_SHORT, name: 'Cut short', active: false, nodes };
}

/** `vendor.risk_rating_changed` as the list names it. */
function titleCase(event: string): string {
	return event
		.split(/[._]/)
		.map((word) => (word === 'ai' ? 'AI' : word.charAt(0).toUpperCase() + word.slice(1)))
		.join(' ');
}
