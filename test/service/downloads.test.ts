import { createHash } from 'node:crypto';

import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';

import { Client } from './client';

let service: Service;
let client: Client;

beforeAll(async () => {
	service = await startService({ vendors: [] });
	client = await Client.connect(service);
});
afterAll(async () => await service.close());
beforeEach(() => service.faults.clear());

const path = (id: string) => `/tprm-api/downloads/document/${id}`;
const add = (size: number, name = 'file.bin', type = 'application/octet-stream') =>
	service.documents.add({ vendorId: 'vnd_1', name, size, type });

async function download(id: string): Promise<{ size: number; sha256: string }> {
	const response = await client.open('GET', path(id));
	const hash = createHash('sha256');
	let size = 0;
	for await (const part of response.body ?? []) {
		const bytes = part as Uint8Array;
		hash.update(bytes);
		size += bytes.length;
	}
	return { size, sha256: hash.digest('hex') };
}

describe('GET /tprm-api/downloads/document/{id}', () => {
	it.each([0, 1, 15, 16, 65_535, 65_536, 65_537, 5_000_001])(
		'sends a document of %i bytes, the same each time',
		async (size) => {
			const { id } = add(size);
			const first = await download(id);
			expect(first).toEqual({ size, sha256: await service.documents.sha256(id) });
			expect(await download(id)).toEqual(first);
		},
	);

	it.each([
		['SOC 2 report.pdf', 'attachment; filename="SOC 2 report.pdf"'],
		['../../etc/passwd', 'attachment; filename="../../etc/passwd"'],
		['C:\\x\\a.pdf', 'attachment; filename="C:\\\\x\\\\a.pdf"'],
		['a "b"; c.csv', 'attachment; filename="a \\"b\\"; c.csv"'],
		[
			"Übersicht (1)'*.pdf",
			`attachment; filename="?bersicht (1)'*.pdf"; filename*=UTF-8''%C3%9Cbersicht%20%281%29%27%2A.pdf`,
		],
		['a\r\nb.txt', `attachment; filename="a??b.txt"; filename*=UTF-8''a%0D%0Ab.txt`],
		['😀/é.png', `attachment; filename="??/?.png"; filename*=UTF-8''%F0%9F%98%80%2F%C3%A9.png`],
	])('names the file %j', async (name, expected) => {
		const { headers } = await client.send('GET', path(add(10, name).id));
		expect(headers.get('content-disposition')).toBe(expected);
	});
});
