import type { RequestListener } from 'node:http';

import fc from 'fast-check';
import { ExecuteContext } from 'n8n-core';
import type { IAllExecuteFunctions, IHttpRequestOptions, INode } from 'n8n-workflow';
import { createEmptyRunExecutionData, Workflow } from 'n8n-workflow';

import { Harness } from '../../sandbox/engine/harness';
import { NODE, singleNode } from '../../sandbox/engine/singleNode';
import { httpRequest } from '../helpers/httpRequest';
import { Listeners } from '../helpers/listen';
import { FUZZ_RUNS, FUZZ_TIMEOUT_MS } from '../helpers/amounts';

const TOKEN_PATH = '/tprm-api/oauth/token';

let harness: Harness;
const listeners = new Listeners();
/** Names of the listeners that got a request, and of those that got a token. */
let reached: Set<string>;
let robbed: string[];

afterAll(async () => {
	listeners.close();
	await harness.stop();
});

/** A server that says who was reached, and whether something secret came along. */
function server(name: string): RequestListener {
	return (request, response) => {
		reached.add(name);
		if (JSON.stringify([request.headers, request.url]).includes('the-token')) robbed.push(name);
		if (request.url?.endsWith('/redirect')) response.setHeader('Location', 'http://127.0.0.2:1/');
		response.setHeader('Content-Type', 'application/json');
		const isToken = request.url === TOKEN_PATH;
		response.end(isToken ? '{"access_token":"the-token","expires_in":600}' : '{}');
	};
}

/** n8n's request functions, as a node gets them. */
function context(): ExecuteContext {
	const file = singleNode(httpRequest('http://127.0.0.1'), [{}]);
	const { engine } = harness;
	const workflow = new Workflow({
		nodes: file.nodes,
		connections: file.connections,
		active: false,
		nodeTypes: engine.packages,
	});
	const node = workflow.getNode(NODE) as INode;
	const item = { json: {} };
	return new ExecuteContext(
		workflow,
		node,
		engine.additionalData(file, 'manual', 'fuzz'),
		'manual',
		createEmptyRunExecutionData(),
		0,
		[item],
		{ main: [[item]] },
		{ node, data: {}, source: null },
		[],
	);
}

/** Mostly the usual text, so that not every address is odd in all of its parts. */
function mostly(usual: string, ...others: string[]) {
	return fc.oneof(
		{ weight: 5, arbitrary: fc.constant(usual) },
		{ weight: 2, arbitrary: fc.constantFrom(...others) },
	);
}

const ODD = ' |\t|\n|\r|\\|/|@|#|?|;|:|%|%2f|%40|\u0000|\u00a0|\u3002|．|..|.'.split('|');
const SCHEMES =
	'http:/|http:|http:\\\\|HTTP://|ht\ttp://|//|\\\\|/\\|\\/|///|/||https://|blob:http://|data:|file://| http://|\u0001http://'.split(
		'|',
	);
const PATHS = '/|/redirect|/../x|/a:b|?a=b|#x|/http://other'.split('|');

/** Addresses in odd spellings, most of them leading to one of the hosts, or to both at once. */
function addresses(hosts: string[]) {
	const users = ['@', '\\@', '#@', '/@'].flatMap((end) => hosts.map((name) => name + end));
	return fc
		.tuple(
			mostly('', ...ODD),
			mostly('http://', ...SCHEMES),
			mostly('', ...ODD),
			mostly('', 'user:pass@', ...users),
			fc.constantFrom(...hosts, ...hosts.map((name) => name.replace('127.0.0.1', '127.1'))),
			mostly('', ...ODD),
			mostly('/v1/scopes', '', ...PATHS, ...hosts.map((name) => `/@${name}`)),
			mostly('', ...ODD),
		)
		.map((parts) => parts.join(''));
}

it(
	'delivers the token to no listener that is not allowed, whatever the spelling of the address',
	async () => {
		harness = await Harness.start();
		reached = new Set();
		robbed = [];
		const own = await listeners.http(server('own'));
		const allowed = await listeners.http(server('allowed'));
		const stranger = await listeners.http(server('stranger'));
		harness.setCredential({ baseUrl: own, allowedHosts: allowed });
		const helpers = context();
		const { httpRequestWithAuthentication, requestWithAuthentication } = helpers.helpers;

		const hosts = [own, allowed, stranger].map((url) => new URL(url).host);
		const address = addresses(hosts);
		const proxy: fc.Arbitrary<object> = fc.constantFrom(
			{},
			{},
			{},
			{},
			{ proxy: stranger },
			{ proxy: { host: '127.0.0.1', port: Number(new URL(stranger).port) } },
			{ proxy: hosts[2] },
		);
		const header: fc.Arbitrary<object> = fc.constantFrom(
			{},
			{},
			{ headers: { Host: String(hosts[2]) } },
			{ headers: { 'hOST ': String(hosts[2]), authorization: 'x' } },
		);
		const form: fc.Arbitrary<object> = fc.oneof(
			address.map((url) => ({ url })),
			address.map((uri) => ({ uri })),
			fc.tuple(address, address).map(([url, uri]) => ({ url, uri })),
			fc.tuple(address, address).map(([url, baseURL]) => ({ url, baseURL })),
			fc.tuple(address, address).map(([uri, baseURL]) => ({ uri, baseURL })),
		);
		const follow: fc.Arbitrary<object> = fc.constantFrom(
			{},
			{ followRedirect: true, followAllRedirects: true, maxRedirects: 5 },
		);

		// Read in two ways by the URL standard and by axios, or by n8n's two request functions.
		const examples = [false, true].flatMap((isLegacy) =>
			[
				{ url: ` ${own}`, baseURL: stranger },
				{ url: `http:\\\\${hosts[0]}/`, baseURL: stranger },
				{ uri: own, url: stranger },
				{ uri: stranger, url: own },
				{ url: `\\\\${hosts[2]}/x`, baseURL: own },
			].map((target): [object, object, object, object, boolean] => [target, {}, {}, {}, isLegacy]),
		);
		let sent = 0;
		await fc.assert(
			fc.asyncProperty(form, proxy, header, follow, fc.boolean(), async (...parts) => {
				const [target, proxied, headed, following, isLegacy] = parts;
				const options = { method: 'GET' as const, timeout: 2_000 };
				const request: IHttpRequestOptions = Object.assign(
					{ url: '', ...options },
					...[{ url: undefined }, target, proxied, headed, following],
				);
				const send = isLegacy ? requestWithAuthentication : httpRequestWithAuthentication;
				try {
					await send.call(helpers as IAllExecuteFunctions, 'grcOAuth2Api', request);
					sent++;
				} catch {
					// Refused, or not an address.
				}
				expect(robbed.filter((name) => name === 'stranger')).toEqual([]);
			}),
			{ numRuns: FUZZ_RUNS, examples },
		);
		// The guard is not closed altogether: the other two are reached, with the token.
		expect(sent).toBeGreaterThan(0);
		expect([...reached].sort()).toEqual(['allowed', 'own']);
		expect([...new Set(robbed)].sort()).toEqual(['allowed', 'own']);
	},
	FUZZ_TIMEOUT_MS,
);
