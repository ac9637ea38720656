import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const DEFAULT_SIZE = 100;
const MOST_AT_ONCE = 4;
/** Larger ones are made anew, so that this process does not keep a million records. */
const MOST_KEPT_SIZE = 100;

/**
 * A paged API in a process of its own: `/rows/{latency ms}/{pages}/{records per page}?page=`, and `/crowded/…` and
 * `/overloaded/…`, which answer more than four requests at once with 429 and 500. `/plain/…` has one page,
 * whatever is requested, and says nothing about it; records of `/large/…` have about 10 kB. `/counted`
 * returns how many requests there were, were open, and were refused, and resets the counts; `/refused`
 * the last one alone.
 */
function main() {
	const bodies = new Map<string, Buffer>();
	let open = 0;
	let counted = { open: 0, requests: 0, refused: 0 };
	const take = () => {
		const taken = counted;
		counted = { open: 0, requests: 0, refused: 0 };
		return taken;
	};

	const server = createServer((request, response) => {
		const url = new URL(request.url ?? '/', 'http://localhost');
		const [kind = '', latency = '0', pages = '0', size = DEFAULT_SIZE] = url.pathname
			.slice(1)
			.split('/');
		if (kind === 'refused') return reply(response, 200, toJson(take().refused));
		if (kind === 'counted') return reply(response, 200, toJson(take()));
		counted.requests++;
		if (kind === 'crowded' && open >= MOST_AT_ONCE) {
			counted.refused++;
			response.setHeader('Retry-After', '1');
			return reply(response, 429, Buffer.from('{"message":"At most 4 at once"}'));
		}
		if (kind === 'overloaded' && open >= MOST_AT_ONCE) {
			counted.refused++;
			return reply(response, 500, Buffer.from('{"message":"Out of workers"}'));
		}
		counted.open = Math.max(counted.open, ++open);
		response.once('close', () => open--);
		const page = kind === 'plain' ? 1 : Number(url.searchParams.get('page') ?? 1);
		const body = bodyOf(kind, page, Number(pages), Number(size));
		if (latency === '0') return reply(response, 200, body);
		setTimeout(() => reply(response, 200, body), Number(latency));
	});

	function bodyOf(kind: string, page: number, pages: number, size: number): Buffer {
		const key = `${kind}/${page}/${pages}/${size}`;
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
			...(kind === 'large' && { note: 'A note. '.repeat(1_250) }),
		}));
		const body = toJson(kind === 'plain' ? { items } : { items, total: pages * size });
		if (size <= MOST_KEPT_SIZE) bodies.set(key, body);
		return body;
	}

	server.listen(0, '127.0.0.1', () => {
		process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	});
	process.on('disconnect', () => process.exit());
}

function toJson(value: unknown): Buffer {
	return Buffer.from(JSON.stringify(value));
}

function reply(response: ServerResponse, status: number, body: Buffer): void {
	response.writeHead(status, {
		'Content-Type': 'application/json',
		'Content-Length': body.length,
	});
	response.end(body);
}

main();
