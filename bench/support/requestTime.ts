import { subscribe } from 'node:diagnostics_channel';

/**
 * Adds up the time during which this process waits for at least one HTTP answer. Requests that are
 * open at once count once, so it is never more than the time that passes.
 *
 * @returns milliseconds since the last call
 */
export function measureRequestTime(): () => number {
	const open = new Set<unknown>();
	let since = 0;
	let total = 0;
	const ended = (message: unknown) => {
		const isLast = open.delete((message as { request: unknown }).request) && open.size === 0;
		if (isLast) total += performance.now() - since;
	};
	subscribe('http.client.request.start', (message) => {
		if (open.size === 0) since = performance.now();
		open.add((message as { request: unknown }).request);
	});
	subscribe('http.client.response.finish', ended);
	subscribe('http.client.request.error', ended);
	return () => {
		const result = total;
		total = 0;
		return result;
	};
}
