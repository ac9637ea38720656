import { startService } from '../../sandbox/service/service';

/** The reference service with documents of the given sizes, in a process of its own. */
async function main() {
	const documents = process.argv.slice(2).map((size) => ({
		id: `doc_${size}`,
		vendorId: 'vnd_1',
		name: 'bench.bin',
		type: 'application/octet-stream',
		size: Number(size),
	}));
	const service = await startService({ documents });
	process.send?.({ url: service.url, client: service.client });
	process.on('disconnect', () => void service.close());
}

void main();
