import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A list in a process of its own: `/rows/{records}/{per page}?page=`. It keeps nothing. */
function main() {
	const server = createServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
		const [total = 0, size = 0] = pathname.split('/').slice(2).map(Number);
		const first = (Number(searchParams.get('page')) - 1) * size;
		const count = Math.max(Math.min(size, total - first), 0);
		const items = Array.from({ length: count }, (_, at) => ({
			id: `vnd_${first + at}`,
			name: `Vendor ${first + at}`,
			country: 'DE',
			tier: 'critical',
			website: `https://vendor-${first + at}.example`,
			score: at,
			contact: { name: 'Ada', mail: `ada@vendor-${first + at}.example` },
		}));
		response.setHeader('Content-Type', 'application/json');
		response.end(JSON.stringify({ items, total }));
	});
	server.listen(0, '127.0.0.1', () => {
		process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	});
	process.on('disconnect', () => process.exit());
}

main();
