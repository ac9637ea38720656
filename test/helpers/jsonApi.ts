import type { Listeners } from './listen';

/** What an API answers. */
export interface Said {
	/** 200 unless it is set. */
	status?: number;
	headers?: Record<string, string>;
	/** Text is sent as it is, everything else as JSON. */
	body: unknown;
}

/** Answers a request, given its URL and how many there were, this one included. */
export type Api = (url: URL, count: number) => Said;

/** @returns the address of an API, and the paths that it was asked for, with their queries */
export async function serveApi(listeners: Listeners, answer: Api) {
	const asked: string[] = [];
	const origin: string = await listeners.http((request, response) => {
		const path = request.url ?? '';
		asked.push(path);
		const { status = 200, headers, body } = answer(new URL(path, origin), asked.length);
		const isText = typeof body === 'string';
		const type = isText ? 'text/plain' : 'application/json';
		response.writeHead(status, { 'Content-Type': type, ...headers });
		response.end(isText ? body : JSON.stringify(body));
	});
	return { origin, asked };
}
