import { createServer } from 'node:http';
import process from 'node:process';
import { URL } from 'node:url';

/** How far the clock of this process is ahead of the machine's, in milliseconds. */
let aheadMs = 0;
const { now } = Date;
Date.now = () => now() + aheadMs;

/** Lets time pass for everything in this process that reads `Date.now`. */
export function passTime(ms) {
	aheadMs += ms;
}

/**
 * Runs a server on loopback, in a process that `startServer` has made: reports its address, and the
 * requests when it is asked for them, and ends with its parent.
 *
 * @param start gets the address and the options, and returns what answers a request
 */
export function serve(start) {
	process.once('disconnect', () => process.exit());
	const seen = [];
	process.on('message', () => process.send({ seen }));
	const server = createServer();
	server.listen(0, '127.0.0.1', async () => {
		const url = `http://127.0.0.1:${server.address().port}`;
		const answer = await start(url, JSON.parse(process.argv[2]));
		server.on('request', (request, response) => {
			const { method, url: path, headers } = request;
			// Before anything is sent: who has the answer finds the request in the list.
			response.once('prefinish', () => {
				seen.push({ method, path, headers, status: response.statusCode });
			});
			answer(request, response);
		});
		process.send({ url });
	});
}

/** @returns the body of a request */
export async function readBody(request) {
	let body = '';
	for await (const part of request) body += part;
	return body;
}

export function sendJson(response, status, body, headers = {}) {
	response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
	response.end(JSON.stringify(body));
}

const PAGES = 5;
const PAGE_SIZE = 2;

/** @returns a page of ten records, found by number; empty after the last one */
export function pageOf(request) {
	const page = Number(new URL(request.url, 'http://localhost').searchParams.get('page') ?? 1);
	const count = page > PAGES ? 0 : PAGE_SIZE;
	const first = (page - 1) * PAGE_SIZE + 1;
	return { items: Array.from({ length: count }, (_, index) => ({ id: first + index })) };
}

/** @returns records for several pages, and a last page that is short */
export function vendors({ count = 23 }) {
	return Array.from({ length: count }, (_, index) => ({
		id: index + 1,
		name: `Vendor ${index + 1}`,
		country: ['DE', 'FR', 'PL'][index % 3],
	}));
}
