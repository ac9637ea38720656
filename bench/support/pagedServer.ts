import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const DEFAULT_SIZE = 100;
const MOST_AT_ONCE = 4;
/** Larger ones are made anew, so that this process does not keep a million records. */
const MOST_KEPT_SIZE = 100;

/**
 * A paged API in a process of its own: `/rows/{latency ms}/{pages}/{records per page}?page=`, and `/crowded/…` and
 * `/overloaded/…`, which answer more than four requests at once with 429 and 500. `/refused` returns how
 * many those were, and resets the count.
 */
function main() {
	const bodies = new Map<string, Buffer>();
	let open = 0;
	let refused = 0;

	const server = createServer((request, response) => {
		const url = new URL(request.url ?? '/', 'http://localhost');
		const [kind = '', latency = '0', pages = '0', size = DEFAULT_SIZE] = url.pathname
			.slice(1)
			.split('/');
		if (kind === 'refused') {
			reply(response, 200, Buffer.from(String(refused)));
			refused = 0;
			return;
		}
		if (kind === 'crowded' && open >= MOST_AT_ONCE) {
			refused++;
			response.setHeader('Retry-After', '1');
			return reply(response, 429, Buffer.from('{"message":"At most 4 at once"}'));
		}
		if (kind === 'overloaded' && open >= MOST_AT_ONCE) {
			refused++;
			return reply(response, 500, Buffer.from('{"message":"Out of workers"}'));
		}
		open++;
		response.once('close', () => open--);
		const body = bodyOf(Number(url.searchParams.get('page')), Number(pages), Number(size));
		if (latency === '0') return reply(response, 200, body);
		setTimeout(() => reply(response, 200, body), Number(latency));
	});

	function bodyOf(page: number, pages: number, size: number): Buffer {
		const key = `${page}/${pages}/${size}`;
		const known = bodies.get(key);
		if (known) return known;
		const count = page <= pages ? size : 0;
		const items = Array.from({ length: count }, (_, index) => ({
			id: `vnd_${page}_${index}`,
			name: `Vendor ${page} ${index}`,
			country: 'DE',
			tier: 'critical',
			website: `https://vendor-${page}-${index}.example`,
			score: index,
		}));
		const body = Buffer.from(JSON.stringify({ items, total: pages * size }));
		if (size <= MOST_KEPT_SIZE) bodies.set(key, body);
		return body;
	}

	server.listen(0, '127.0.0.1', () => {
		process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	});
	process.on('disconnect', () => process.exit());
}

function reply(response: ServerResponse, status: number, body: Buffer): void {
	response.writeHead(status, {
		'Content-Type': 'application/json',
		'Content-Length': body.length,
	});
	response.end(body);
}

main();
