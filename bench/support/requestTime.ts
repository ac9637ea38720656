import { subscribe } from 'node:diagnostics_channel';

/**
 * Adds up the time that this process spends waiting for HTTP answers, as long as it sends one
 * request after the other.
 *
 * @returns milliseconds since the last call
 */
export function measureRequestTime(): () => number {
	const started = new Map<unknown, number>();
	let total = 0;
	subscribe('http.client.request.start', (message) => {
		started.set((message as { request: unknown }).request, performance.now());
	});
	subscribe('http.client.response.finish', (message) => {
		const { request } = message as { request: unknown };
		total += performance.now() - (started.get(request) ?? performance.now());
		started.delete(request);
	});
	return () => {
		const result = total;
		total = 0;
		return result;
	};
}
