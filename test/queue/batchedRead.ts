import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';

import { readExamples } from '../../sandbox/demo/examples';

const EXAMPLE = 'paging-batches-that-continue.json';

/** Records per page and, at least, per batch. */
const PAGE = 500;
const BATCH = 2_000;

/** What each node of the example is replaced by, by its name. */
type Changes = Record<string, object>;

/**
 * The example as a user has it after following its notes: with a start and a target of their own.
 *
 * @param records how many it reads
 * @param target gets a POST with the ids of each batch
 */
export function batchedReadWorkflow(id: string, records: number, target: string) {
	const { workflow } = readExamples().find(({ file }) => file === EXAMPLE) ?? {};
	if (!workflow) throw new Error(`There is no examples/${EXAMPLE}`);
	const changes: Changes = {
		'When clicking ‘Execute workflow’': {
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: id,
			parameters: { path: id, httpMethod: 'POST', responseMode: 'onReceived', options: {} },
		},
		'Every night': { disabled: true },
		'Write the records': {
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			executeOnce: true,
			parameters: {
				method: 'POST',
				url: target,
				sendBody: true,
				specifyBody: 'json',
				jsonBody: '={{ JSON.stringify($input.all().map((item) => item.json.id)) }}',
				options: {},
			},
		},
	};
	const nodes = workflow.nodes.map((node) => {
		const changed = { ...node, id: `${id}-${node.id}`, ...changes[node.name] };
		if (node.name !== 'Read register') return changed;
		const { parameters } = node;
		return {
			...changed,
			parameters: {
				...parameters,
				url: `/sample/tokens?records=${records}`,
				limitValue: PAGE,
				options: { ...(parameters['options'] as object), batchSize: BATCH },
			},
		};
	});
	return { ...workflow, id, name: id, active: false, nodes };
}

/** A system that records are written to. */
export interface Target {
	url: string;
	/** How often each record was written. */
	written: Map<string, number>;
	/** Takes the next batch after so many records, and never answers; resolves to its records. */
	holdAfter: (records: number) => Promise<string[]>;
	close: () => Promise<void>;
}

export async function startTarget(): Promise<Target> {
	const written = new Map<string, number>();
	let hold: { after: number; taken: (ids: string[]) => void } | undefined;
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const ids = JSON.parse(Buffer.concat(parts).toString()) as string[];
			for (const id of ids) written.set(id, (written.get(id) ?? 0) + 1);
			if (hold && written.size > hold.after) {
				hold.taken(ids);
				hold = undefined;
			} else {
				response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
			}
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		written,
		holdAfter: async (after) => await new Promise((taken) => (hold = { after, taken })),
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
