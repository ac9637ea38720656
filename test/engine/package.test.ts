import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { scanDirectoryForPackages } from 'n8n-core';
import type { INodeProperties } from 'n8n-workflow';

import type * as paging from '../../nodes/shared/paging';
import { Engine } from '../../sandbox/engine/engine';
import { pageBased } from '../helpers/pagedHttp';

let engine: Engine;

beforeAll(async () => {
	engine = await Engine.load();
});

const nodeDescriptions = () => engine.packages.project.types.nodes;

it('shows the credential fields in the order that an administrator fills them in', () => {
	const { properties } = engine.packages.credentialType('grcOAuth2Api');
	expect(properties.map(({ displayName }) => displayName)).toEqual([
		'Base URL',
		'Client ID',
		'Client Secret',
		'Webhook Signing Secret',
		'Additional Signing Secrets',
		'Organization Time Zone',
		'Organization Date Format',
		'OAuth Scopes',
		'Token URL',
		'API Version',
		'Allowed Hosts',
		'Ignore SSL Issues (Insecure)',
		'Use DPoP',
		'Private Key',
		'Access Token',
		'Token Issued For',
		'DPoP Private Key',
	]);
});

it('gives every node icons for light and dark, and words to be found by', () => {
	for (const { name, iconUrl, codex } of nodeDescriptions()) {
		expect([name, iconUrl]).toEqual([
			name,
			{ light: expect.stringMatching(/\.svg$/), dark: expect.stringMatching(/\.dark\.svg$/) },
		]);
		expect(codex?.alias?.length).toBeGreaterThan(2);
	}
});

it('explains every parameter and names every operation', () => {
	for (const { name, properties } of nodeDescriptions()) {
		for (const property of properties) {
			if (['resource', 'operation'].includes(property.name)) {
				for (const option of property.options ?? []) {
					if (property.name === 'operation') expect(option).toHaveProperty('action');
				}
				continue;
			}
			expect([name, property.name, isExplained(property)]).toEqual([name, property.name, true]);
		}
	}
});

/** A collection explains itself through its members. */
function isExplained(property: INodeProperties): boolean {
	const { type, description, options } = property;
	if (type === 'notice' || type === 'hidden') return true;
	if (type !== 'collection' && type !== 'fixedCollection') return Boolean(description);
	return (options ?? []).every((option) =>
		'type' in option ? isExplained(option) : 'values' in option && option.values.every(isExplained),
	);
}

/** Resolves names as a program does that has the package installed. */
const load = createRequire(__filename);

it('exports the nodes and the credential', () => {
	expect(Object.keys(load('n8n-nodes-grc-tprm'))).toEqual(
		expect.arrayContaining([
			'Control',
			'GrcOAuth2Api',
			'PagedHttp',
			'PagedHttpTrigger',
			'Scope',
			'ScopeAssignment',
			'SignedWebhookApi',
			'SignedWebhookTrigger',
			'TprmVendor',
			'TprmVendorTrigger',
		]),
	);
});

it('offers the parts that are of use outside n8n without the nodes', () => {
	expect(load('n8n-nodes-grc-tprm/paging')).toMatchObject({
		forEachPage: expect.any(Function),
		paginate: expect.any(Function),
		validateDataset: expect.any(Function),
	});
	expect(load('n8n-nodes-grc-tprm/webhook')).toMatchObject({
		SENDERS: expect.any(Object),
		verifyDelivery: expect.any(Function),
		verifySignature: expect.any(Function),
	});
});

it('counts a page once outside n8n, too, however often its request is repeated', async () => {
	const { paginate, forEachPage, validateDataset } = load(
		'n8n-nodes-grc-tprm/paging',
	) as typeof paging;
	const { dataset } = validateDataset(pageBased('https://api.example.com/rows'));
	let [open, sent] = [0, 0];
	const urls = new Set<string>();
	const send: paging.Send = async ({ url }) => {
		sent++;
		urls.add(url);
		const isOneTooMany = ++open > 1;
		await new Promise(setImmediate);
		open--;
		const page = Number(new URL(url).searchParams.get('page'));
		const body = { items: page > 6 ? [] : [{ id: page }] };
		return isOneTooMany
			? { status: 500, headers: {}, body: {} }
			: { status: 200, headers: {}, body };
	};
	const pages = paginate(dataset, { send, limits: { prefetch: 4 } });
	const summary = await forEachPage(pages, () => {});
	expect(summary).toMatchObject({ items: 6, requests: urls.size });
	expect(sent).toBeGreaterThan(urls.size);
});

describe('the version of the API for nodes that the package declares', () => {
	const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
		n8n: { n8nNodesApiVersion: number };
	};

	/** @returns the packages that n8n 2 loads from its folder for community packages */
	const loadedWith = async (n8nNodesApiVersion: number) => {
		const folder = mkdtempSync(path.join(tmpdir(), 'packages-'));
		const ours = path.join(folder, 'n8n-nodes-grc-tprm');
		mkdirSync(ours);
		const declared = { ...manifest, n8n: { ...manifest.n8n, n8nNodesApiVersion } };
		writeFileSync(path.join(ours, 'package.json'), JSON.stringify(declared));
		return (await scanDirectoryForPackages(folder)).map(({ packageName }) => packageName);
	};

	// n8n 3 loads 1 and 3. A package for n8n 2 and 3 that declared 3, to use what is new there, would be
	// gone from every n8n 2 after its next start, with a line in the log only.
	it('is 1, because n8n 2 loads no package that declares more', async () => {
		expect(manifest.n8n.n8nNodesApiVersion).toBe(1);
		expect(await loadedWith(1)).toEqual(['n8n-nodes-grc-tprm']);
		expect(await loadedWith(2)).toEqual([]);
		expect(await loadedWith(3)).toEqual([]);
	});
});
