import { z } from 'zod';

import { request } from '../../sandbox/server/request';
import type { TemporaryInstance } from '../../sandbox/server/temporary';
import { line } from './line';
import type { Shared } from './shared';

const PREFIX = 'n8n-nodes-grc-tprm.';

/** What somebody who builds a workflow asks for, our node for it, and words of the hint that comes with it. */
const QUESTIONS = [
	['only new or changed records from an API', 'pagedHttp', 'set readMode to changes and recordKey'],
	['poll for changed records', 'pagedHttpTrigger', 'Needs no Confirm'],
	['paginated GraphQL', 'pagedHttp', 'POST and GraphQL need source fields'],
	['export a large list to a csv file', 'pagedHttp', 'leave source at automatic'],
	['dry run organization chart', 'scope', 'first with dryRun true'],
	['sync business units from HR', 'scope', 'resource tree, operation sync'],
	['assign framework controls to regions', 'scopeAssignment', 'Mode add keeps'],
	['import vendors from csv without duplicates', 'tprmVendor', 'use the operation upsert'],
	['third party risk supplier', 'tprmVendor', 'a matchField that is different'],
	['webhook signature hmac svix', 'signedWebhookTrigger', "sender's signing secret"],
	['verify webhook signature vendor rating', 'tprmVendorTrigger', 'Webhook Signing Secret'],
] as const;

const ANSWER = z.object({
	result: z.object({ structuredContent: z.object({ results: z.string() }) }),
});

/** What n8n's own AI builder, and agents that build workflows over MCP, find in n8n's catalog of nodes. */
export function catalogTests(shared: Shared): void {
	let answers: string[];

	describe(`the catalog of n8n ${line.version}`, () => {
		beforeAll(async () => {
			const questions = QUESTIONS.map(([question]) => question);
			answers = (await searchCatalog(await shared(), questions)).split('\n\n---\n\n');
		});

		it.each(QUESTIONS.map((row, index) => [...row, index] as const))(
			'answers "%s" with %s and its hint',
			(question, node, hint, index) => {
				const [heading, ...found] = (answers[index] ?? '').split(/^- /m);
				expect(heading).toContain(`## "${question}"`);
				const names = found.map((entry) => entry.split(/\s/)[0]);
				expect(names).toContain(PREFIX + node);
				const [, hints] = found[names.indexOf(PREFIX + node)]?.split('@builderHint ') ?? [];
				expect(hints).toContain(hint);
			},
		);
	});
}

/** Asks as a client of n8n's MCP server does. */
async function searchCatalog({ rest }: TemporaryInstance, queries: string[]): Promise<string> {
	await rest.call('PATCH', '/rest/mcp/settings', { mcpAccessEnabled: true });
	const { apiKey } = await rest.call<{ apiKey: string }>('POST', '/rest/mcp/api-key/rotate');
	const answer = await request(`${rest.url}/mcp-server/http`, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${apiKey}`,
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
		},
		body: JSON.stringify({
			jsonrpc: '2.0',
			id: 1,
			method: 'tools/call',
			params: { name: 'search_nodes', arguments: { queries } },
		}),
	});
	const text = await answer.text();
	// As a stream of one event.
	const [, data = text] = /^data: (.*)$/m.exec(text) ?? [];
	return ANSWER.parse(JSON.parse(data)).result.structuredContent.results;
}
