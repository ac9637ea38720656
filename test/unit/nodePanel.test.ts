import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import glob from 'fast-glob';
import { z } from 'zod';

import { Control } from '../../nodes/Control/Control.node';
import { PagedHttp } from '../../nodes/PagedHttp/PagedHttp.node';
import { PagedHttpTrigger } from '../../nodes/PagedHttpTrigger/PagedHttpTrigger.node';
import { Scope } from '../../nodes/Scope/Scope.node';
import { ScopeAssignment } from '../../nodes/ScopeAssignment/ScopeAssignment.node';
import { SignedWebhookTrigger } from '../../nodes/SignedWebhookTrigger/SignedWebhookTrigger.node';
import { TprmVendor } from '../../nodes/TprmVendor/TprmVendor.node';
import { TprmVendorTrigger } from '../../nodes/TprmVendorTrigger/TprmVendorTrigger.node';

/** What the search of n8n's node panel reads of a node. */
const NODE = z.object({
	name: z.string(),
	displayName: z.string(),
	group: z.array(z.string()),
	hidden: z.boolean().optional(),
	codex: z.object({ alias: z.array(z.string()).optional() }).optional(),
});
type PanelNode = z.infer<typeof NODE>;

/** n8n adds up to this to the score of a node that is often used. None of ours gets anything. */
const MOST_POPULAR = 100;

const SHOWN = 3;

function n8nNodes(): PanelNode[] {
	const base = path.dirname(require.resolve('n8n-nodes-base/package.json'));
	return [
		path.join(base, 'dist/types/nodes.json'),
		// Installed with the sandbox's n8n, so not everywhere.
		'sandbox/n8n/node_modules/@n8n/n8n-nodes-langchain/dist/types/nodes.json',
	]
		.filter((file) => existsSync(file))
		.flatMap((file) => z.array(NODE).parse(JSON.parse(readFileSync(file, 'utf8'))))
		.filter(({ hidden }) => hidden !== true);
}

const OUR_NODES = {
	Control,
	PagedHttp,
	PagedHttpTrigger,
	Scope,
	ScopeAssignment,
	SignedWebhookTrigger,
	TprmVendor,
	TprmVendorTrigger,
};

function ourNodes(): PanelNode[] {
	return Object.entries(OUR_NODES).map(([name, NodeClass]) => {
		const codex: unknown = JSON.parse(readFileSync(`nodes/${name}/${name}.node.json`, 'utf8'));
		return NODE.parse({ ...new NodeClass().description, codex });
	});
}

/** The panel shows the newest version of a node, which n8n lists first. */
function newest(nodes: PanelNode[]): PanelNode[] {
	return [...new Map([...nodes].reverse().map((node) => [node.name, node])).values()];
}

/** The panel has one entry for a node and its trigger, with the words of the node. */
function merged(nodes: PanelNode[]): PanelNode[] {
	const apps = nodes.filter(({ group }) => !group.includes('trigger'));
	const names = new Set(apps.map(({ name }) => name));
	return nodes.filter(
		({ name, group }) => !group.includes('trigger') || !names.has(name.replace('Trigger', '')),
	);
}

/** The panel leaves out a last word that is the beginning of "trigger". */
function asSearched(typed: string): string {
	const words = typed.split(' ');
	const last = words.at(-1)?.toLowerCase() ?? '';
	const kept = words.length > 1 && 'trigger'.startsWith(last) ? words.slice(0, -1) : words;
	return kept.join(' ').trim().toLowerCase();
}

const all = newest(n8nNodes());
const theirs = merged(all);
const ours = merged(ourNodes());

/** Scores of the nodes that a search finds, best first. */
async function search(typed: string, nodes: PanelNode[]) {
	// Comes with n8n-core, in the version that n8n searches with.
	const { sublimeSearch } = await import('@n8n/utils/search/sublime-search');
	const items = nodes.map((properties) => ({ properties }));
	return sublimeSearch(asSearched(typed), items).map(({ score, item }) => ({
		name: item.properties.displayName,
		score,
	}));
}

/**
 * @returns our best node for a text, and its place: behind every node of n8n that would be above it
 *   if it were n8n's most popular one
 */
async function bestOfOurs(typed: string) {
	const [best] = await search(typed, ours);
	if (!best) return undefined;
	const others = await search(typed, theirs);
	const above = others.filter(({ score }) => score + MOST_POPULAR >= best.score);
	return { name: best.name, place: above.length + 1, above: above.map(({ name }) => name) };
}

describe.each([
	{
		node: 'GRC Scope',
		words: [
			'grc scope',
			'scope',
			'scopes',
			'org chart',
			'organization chart',
			'hierarchy',
			'business unit',
		].concat([
			'legal entity',
			'subsidiary',
			'region',
			'sync employees',
			'employees',
			'scim',
			'hris',
			'employee sync',
			'departments',
			'workday',
			'active directory',
			'scope sync',
			'sync scopes',
		]),
	},
	{
		node: 'GRC Scope Assignment',
		words: [
			'scope assignment',
			'assignment',
			'assign control',
			'control mapping',
			'matrix',
			'unassign',
		],
	},
	{
		node: 'GRC Control',
		words: [
			'grc control',
			'controls',
			'internal control',
			'iso 27001',
			'soc 2',
			'nist',
			'pci dss',
			'gdpr',
			'iso27001',
			'soc2',
			'gap analysis',
			'control coverage',
			'hipaa',
			'archer',
		],
	},
	{
		node: 'TPRM Vendor',
		words: [
			'tprm',
			'vendor',
			'vendors',
			'vendor risk',
			'vendor rating',
			'risk rating',
			'vendor management',
			'vendor register',
			'supplier',
		]
			.concat(['third party', 'third-party', 'third-party risk', 'questionnaire', 'inventory'])
			.concat(['security questionnaire', 'due diligence', 'assessment', 'contract', 'outsourcing'])
			.concat(['supply chain', 'procurement', 'tprm trigger', 'vendor trigger', 'monitoring'])
			.concat(['onboarding', 'vendor onboarding', 'csv import', 'contract expiry', 'onetrust'])
			.concat(['import vendors', 'sync vendors', 'register', 'offboarding', 'third party risk'])
			.concat(['risk assessment', 'risk register', 'vendor due diligence', 'supplier onboarding'])
			.concat(['bulk import', 'excel import', 'security rating', 'get all vendors']),
	},
	{
		node: 'Signed Webhook Trigger',
		words: [
			'signed webhook',
			'webhook signature',
			'verify signature',
			'hmac',
			'svix',
			'vanta',
		].concat(['standard webhooks', 'verify webhook']),
	},
	{
		node: 'Paged HTTP',
		words: ['paged http', 'paging', 'pagination', 'paginate', 'all pages', 'next page', 'cursor']
			.concat(['page number', 'next token', 'next url', 'link header', 'offset', 'rest api'])
			.concat(['data source', 'fetch all', 'http request', 'poll', 'changes', 'new records'])
			.concat(['export', 'confirm', 'delta', 'get all records', 'rate limit', 'detect changes'])
			.concat(['incremental sync', 'servicenow', 'read a list']),
	},
])('$node is found by', ({ node, words }) => {
	it.each(words)('"%s"', async (word) => {
		const { name, place = Infinity, above } = (await bestOfOurs(word)) ?? {};
		expect({ name, above, isShown: place <= SHOWN }).toEqual({ name: node, above, isShown: true });
	});
});

it.each(
	['grc', 'governance', 'risk', 'compliance', 'audit', 'evidence', 'framework', 'policy'].concat([
		'control',
		'dora',
		'nis2',
		'sync',
		'upsert',
		'audit trail',
		'audit log',
		'statement of applicability',
		'vanta',
	]),
)('one of the nodes is found by "%s"', async (word) => {
	expect((await bestOfOurs(word))?.place).toBeLessThanOrEqual(SHOWN);
});

it('"csv" finds Paged HTTP, below the nodes of n8n for files', async () => {
	expect((await bestOfOurs('csv'))?.name).toBe('Paged HTTP');
});

it('a node of n8n whose name is typed is above all of ours, even if it is never used', async () => {
	expect(theirs.length).toBeGreaterThan(300);
	expect(Object.keys(OUR_NODES)).toHaveLength(glob.sync('nodes/*/*.node.ts').length);
	const behind: string[] = [];
	for (const { displayName } of all) {
		const named = (await search(displayName, theirs)).find(
			({ name }) => asSearched(name) === asSearched(displayName),
		);
		const others = await search(displayName, ours);
		const above = others.filter(({ score }) => score >= (named?.score ?? -Infinity));
		behind.push(...above.map(({ name }) => `${displayName}: ${name}`));
	}
	expect(behind).toEqual([]);
});

/** n8n's node panel takes the entries of a trigger from the options of a parameter with one of three names. */
function entriesOf({ properties }: TprmVendorTrigger['description']): string[] {
	const [events] = properties.filter(({ displayName }) =>
		['event', 'events', 'trigger on'].includes(displayName.toLowerCase()),
	);
	return (events?.options ?? []).map(({ name }) => `On ${name}`);
}

it('the panel has an entry for each event of the trigger, as it finds them', () => {
	const entries = entriesOf(new TprmVendorTrigger().description);
	expect(entries).toHaveLength(20);
	expect(entries).toEqual(
		expect.arrayContaining([
			'On Vendor Created',
			'On Assessment Completed',
			'On Assessment Reopened',
		]),
	);
});

it('the panel has an entry for each change that Paged HTTP Trigger finds', () => {
	expect(entriesOf(new PagedHttpTrigger().description)).toEqual([
		'On New Record',
		'On Changed Record',
		'On Removed Record',
	]);
});
