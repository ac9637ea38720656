import axios from 'axios';

import { forEachPage, paginate, type PageRequest, type Send } from '../../nodes/shared/paging';
import { detectDataset } from '../../nodes/shared/paging/detect/detectDataset';
import { DesignServer } from '../../sandbox/designs/server';
import { headersOf } from '../../sandbox/designs/signIn';
import type { Design } from '../../sandbox/designs/types';

/** What Paging Setup: Automatic made of a design. */
export interface DetectedDesign {
	/** Whether all records were read, or why there is an error, or what is wrong. */
	outcome: 'read' | 'refused' | 'wrong';
	/** The evidence, or the error. */
	text: string[];
	/** How many requests were sent to find the dataset. */
	search: number;
}

/** Sends as the node does, with the credential and headers of a design. */
export function senderFor(design: Design): Send {
	const { signIn } = design;
	return async ({ method, url, body, headers }: PageRequest) => {
		const {
			status,
			headers: received,
			data,
		} = await axios.request<unknown>({
			method,
			url,
			...(body && { data: body }),
			headers: {
				Accept: 'application/json',
				...headersOf(design),
				...headers,
				...(signIn.kind === 'bearer' && { Authorization: `Bearer ${signIn.token}` }),
				...(signIn.kind === 'headers' && signIn.headers),
			},
			...(signIn.kind === 'basic' && {
				auth: { username: signIn.user, password: signIn.password },
			}),
			...(signIn.kind === 'query' && { params: { [signIn.name]: signIn.value } }),
			validateStatus: () => true,
			maxRedirects: 0,
		});
		return { status, headers: { ...received }, body: data };
	};
}

/** Serves a design, and reads it from its URL alone. */
export async function detectDesign(
	design: Design,
	options: Parameters<typeof DesignServer.start>[1] = {},
): Promise<DetectedDesign> {
	const server = await DesignServer.start(design, options);
	try {
		const send = senderFor(design);
		const found = await detectDataset(server.url, { send });
		const items: unknown[] = [];
		const run = paginate(found.dataset, { send: found.replay, verifiesEnd: true });
		const summary = await forEachPage(run, (page) => void items.push(...page.items));
		const isSame = JSON.stringify(items) === JSON.stringify(server.records);
		const isWhole = isSame && summary.incomplete.length === 0;
		const problem = isWhole
			? []
			: [
					`${items.length} of ${server.records.length}: ${summary.stopReason} ${String(summary.error)}`,
				];
		return {
			outcome: isWhole ? 'read' : 'wrong',
			text: [...problem, ...found.evidence],
			search: found.requests,
		};
	} catch (error) {
		const { message, fix } = error as { message: string; fix?: string };
		return {
			outcome: 'refused',
			text: [message, fix ?? String((error as Error).stack)],
			search: server.requests.length,
		};
	} finally {
		await server.stop();
	}
}
