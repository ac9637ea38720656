import { request } from '../../sandbox/server/request';
import type { Cluster } from '../../sandbox/server/queue/cluster';

interface ExecutionPage {
	data: Array<{ id: string }>;
	nextCursor: string | null;
}

/** The calls of n8n's public API that the recipe in docs/queue-mode.md consists of. */
export class PublicApi {
	private constructor(
		private readonly url: string,
		private readonly key: string,
	) {}

	/** Creates an API key, as in n8n's settings. */
	static async enter({ rest }: Cluster): Promise<PublicApi> {
		const { rawApiKey } = await rest.call<{ rawApiKey: string }>('POST', '/rest/api-keys', {
			label: 'Recipe',
			expiresAt: null,
			scopes: ['execution:list', 'execution:read', 'execution:retry'],
		});
		return new PublicApi(`${rest.url}/api/v1`, rawApiKey);
	}

	/** @returns the ids of the executions of a workflow whose process was killed */
	async crashed(workflowId: string): Promise<string[]> {
		const ids: string[] = [];
		for (let cursor = ''; ;) {
			const page = await this.call<ExecutionPage>(
				'GET',
				`/executions?status=crashed&limit=250&workflowId=${workflowId}${cursor}`,
			);
			ids.push(...page.data.map(({ id }) => id));
			if (page.nextCursor === null) return ids;
			cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
		}
	}

	/** Runs an execution again, with what started it. */
	async retry(id: string): Promise<void> {
		await this.call('POST', `/executions/${id}/retry`, {});
	}

	private async call<T>(method: string, path: string, body?: unknown): Promise<T> {
		const answer = await request(this.url + path, {
			method,
			headers: { 'X-N8N-API-KEY': this.key, 'Content-Type': 'application/json' },
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
		return (await answer.json()) as T;
	}
}
