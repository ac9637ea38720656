import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import glob from 'fast-glob';
import type { IDataObject } from 'n8n-workflow';

import { binaryStorage } from '../../sandbox/engine/binaryStorage';
import { errorMessages } from '../../sandbox/engine/harness';
import { NODE } from '../../sandbox/engine/singleNode';
import { nextRound, withFakeClock } from '../helpers/fakeClock';
import { harnessForAll } from '../helpers/harness';
import { Listeners } from '../helpers/listen';

const harness = harnessForAll();
const listeners = new Listeners();
afterEach(() => listeners.close());

const path = (id: string) => `/tprm-api/downloads/document/${id}`;
const add = (size: number, name = 'file.bin', type = 'application/octet-stream') =>
	harness.service.documents.add({ vendorId: 'vnd_1', name, size, type });
const download = (id: string, parameters: IDataObject = {}, settings = {}) => ({
	type: 'tprmVendor',
	parameters: { resource: 'document', operation: 'download', documentId: id, ...parameters },
	settings,
});
/** Files that n8n keeps on disk, finished or not. */
const stored = () =>
	glob.sync('**/binary_data/*', { cwd: process.env.N8N_USER_FOLDER ?? '', dot: true });

async function content(binary: { id?: string; data: string } | undefined): Promise<Buffer> {
	if (!binary) throw new Error('no file');
	return await binaryStorage().getAsBuffer({ ...binary, mimeType: '' });
}

describe('Document: Download', () => {
	it.each([0, 1, 65_537, 3_000_001])('stores %i bytes as they are', async (size) => {
		const { id } = add(size, 'report.pdf', 'application/pdf');
		const result = await harness.run(download(id));
		const [item] = result.items(NODE);
		expect(item?.json).toEqual({
			id,
			fileName: 'report.pdf',
			mimeType: 'application/pdf',
			bytes: size,
		});
		expect(item?.binary?.data).toMatchObject({ fileExtension: 'pdf', data: 'filesystem-v2' });
		const bytes = await content(item?.binary?.data);
		expect(createHash('sha256').update(bytes).digest('hex')).toBe(
			await harness.service.documents.sha256(id),
		);
	});

	it.each([
		['con.txt', '_con.txt'],
		['report.pdf. .', 'report.pdf'],
	])('has a name that Windows can save: %s', async (name, fileName) => {
		const { id } = add(10, name);
		const [item] = (await harness.run(download(id))).items(NODE);
		expect(item?.json).toMatchObject({ fileName });
		expect(item?.binary?.data).toMatchObject({ fileName });
	});

	it('puts the file where it is told to, one per item, paired', async () => {
		const ids = [add(10).id, add(20).id];
		const node = download('={{ $json.id }}', { binaryPropertyName: 'report' });
		const result = await harness.run(
			node,
			ids.map((id) => ({ id })),
		);
		expect(result.items(NODE)).toMatchObject([
			{ json: { bytes: 10 }, binary: { report: {} }, pairedItem: { item: 0 } },
			{ json: { bytes: 20 }, binary: { report: {} }, pairedItem: { item: 1 } },
		]);
	});

	it("holds the file in memory where n8n's settings say so", async () => {
		const storage = binaryStorage() as unknown as { mode: string };
		const { mode } = storage;
		storage.mode = 'default';
		try {
			const { id } = add(100_000);
			const [item] = (await harness.run(download(id))).items(NODE);
			expect((await content(item?.binary?.data)).length).toBe(100_000);
			harness.service.faults.add({ fault: { kind: 'truncate' }, path: path(id), times: 9 });
			const cut = await withFakeClock(() => harness.run(download(id)));
			expect(cut.error?.message).toContain('sent an incomplete response: the connection was lost');
		} finally {
			storage.mode = mode;
		}
	});
});

describe('a download that does not come through', () => {
	it('is repeated when it breaks off, and only the whole file is kept', async () => {
		const { id } = add(2_000_000);
		const before = stored();
		harness.service.faults.add({ fault: { kind: 'truncate' }, path: path(id), times: 2 });
		const result = await withFakeClock(() => harness.run(download(id)));
		expect(result.json(NODE)).toMatchObject([{ bytes: 2_000_000 }]);
		expect(harness.service.log.count('GET', path(id))).toBe(3);
		// The file and what n8n keeps about it.
		expect(stored().length - before.length).toBe(2);
	});

	it('is an error when it always breaks off, and no half file is left', async () => {
		const { id } = add(2_000_000);
		const before = stored();
		harness.service.faults.add({ fault: { kind: 'truncate' }, path: path(id), times: 99 });
		const result = await withFakeClock(() =>
			harness.run(download(id, {}, { onError: 'continueRegularOutput' }), [{}, {}]),
		);
		expect(errorMessages(result.json(NODE))).toEqual([
			expect.stringContaining('sent an incomplete response: the connection was lost'),
			expect.stringContaining('sent an incomplete response: the connection was lost'),
		]);
		expect(result.items(NODE).some(({ binary }) => binary)).toBe(false);
		expect(stored()).toEqual(before);
	});

	it.each([
		['as it is', {}, Buffer.from('only the beginning')],
		['packed, and whole as such', { 'Content-Encoding': 'gzip' }, gzipSync('a document')],
	])('is an error when a server ends before its Content-Length (%s)', async (_, headers, body) => {
		const before = stored();
		const id = await serveDocument((response) => {
			response.writeHead(200, { ...headers, 'Content-Length': body.length + 100 });
			response.write(body, () => response.socket?.end());
		});
		const result = await harness.run(download(id, { options: { maxWait: 0 } }));
		expect(result.error?.message).toContain('sent an incomplete response');
		expect(stored()).toEqual(before);
	});

	it('ends when nothing arrives any more', async () => {
		const id = await serveDocument((response) => {
			response.writeHead(200, { 'Content-Length': 100 });
			response.write('only the beginning');
		});
		const before = stored();
		const result = await harness.run(download(id, { options: { timeout: 0.1, maxWait: 0 } }));
		expect(result.error?.message).toContain('did not respond in time');
		expect(stored()).toEqual(before);
	});

	it('is not repeated when the file cannot be stored', async () => {
		const { id } = add(10);
		const full = new Error('ENOSPC: no space left on device');
		const store = jest.spyOn(binaryStorage(), 'store').mockRejectedValue(full);
		const result = await harness.run(download(id));
		store.mockRestore();
		expect(result.error?.message).toContain('no space left on device');
		expect(harness.service.log.count('GET', path(id))).toBe(1);
	});

	it('says what the service says: a document id that is not there', async () => {
		const result = await harness.run(download('doc_none'));
		expect(result.error).toMatchObject({
			message: 'There is no document doc_none',
			description: expect.stringContaining('Check the IDs in this item'),
			details: { clientCode: 'document.not_found', httpStatus: 404 },
		});
	});

	it('does not read a message without end', async () => {
		const id = await serveDocument((response) => {
			response.writeHead(400, { 'Content-Type': 'application/json' });
			const write = () => void response.write('x'.repeat(16_384), (error) => error || write());
			write();
		});
		const result = await harness.run(download(id));
		expect(result.error?.message).toBe('The service returned status 400');
	});

	it('is refused when it was compressed in a form that n8n cannot unpack', async () => {
		const before = stored();
		const id = await serveDocument((response) => {
			response.writeHead(200, { 'Content-Encoding': 'X-Own', 'Content-Length': 7 });
			response.end('content');
		});
		const result = await harness.run(download(id));
		expect(result.error).toMatchObject({
			message: 'The document was compressed in transit in a format that n8n cannot unpack',
			description: expect.stringContaining('Turn off compression'),
		});
		expect(stored()).toEqual(before);
	});

	it('stops as soon as it is larger than Max Size, and nothing of it is kept', async () => {
		const before = stored();
		const sent: Sent = { requests: 0, bytes: 0 };
		const id = await serveDocument(endless(sent));
		const result = await harness.run(download(id, { options: { maxSize: 1 } }));
		expect(result.error).toMatchObject({
			message: 'The document is larger than 1 MB',
			description: expect.stringContaining('raise Max Size under Options'),
		});
		expect(sent.requests).toBe(1);
		expect(sent.bytes).toBeLessThan(50_000_000);
		expect(stored()).toEqual(before);
	});

	it.each([
		['as it is', {}, (part: Buffer) => part],
		['compressed', { 'Content-Encoding': 'gzip' }, (part: Buffer) => gzipSync(part)],
	])('ends with its connection when the execution is canceled (%s)', async (_, headers, pack) => {
		const before = stored();
		const stop = new AbortController();
		let closed = false;
		let parts = 0;
		const id = await serveDocument((response) => {
			response.writeHead(200, headers);
			response.once('close', () => (closed = true));
			// Without an end, as fast as it is read.
			const write = () => {
				if (++parts === 50) stop.abort();
				response.write(pack(Buffer.alloc(65_536)), (error) => error ?? setImmediate(write));
			};
			write();
		});
		const result = await harness.run(download(id), [{}, {}], { signal: stop.signal });
		expect(result.status).toBe('canceled');
		while (!closed) await nextRound();
		expect(parts).toBeLessThan(1_000);
		while (stored().length > before.length) await nextRound();
		expect(stored()).toEqual(before);
	});

	it('ends with its connection when the execution is canceled before it begins', async () => {
		const stop = new AbortController();
		let closed = 0;
		const id = await serveDocument((response) => {
			response.once('close', () => closed++);
			setImmediate(() => stop.abort());
		});
		const result = await harness.run(download(id), [{}], { signal: stop.signal });
		expect(result.status).toBe('canceled');
		while (closed === 0) await nextRound();
		expect(closed).toBe(1);
	});

	it('does not begin when the response announces more than Max Size', async () => {
		const { id } = add(1_048_577);
		const before = stored();
		const tooLarge = await harness.run(download(id, { options: { maxSize: 1 } }));
		expect(tooLarge.error?.message).toBe('The document is larger than 1 MB');
		expect(stored()).toEqual(before);
		const fits = await harness.run(download(add(1_048_576).id, { options: { maxSize: '1' } }));
		expect(fits.json(NODE)).toMatchObject([{ bytes: 1_048_576 }]);
	});

	it.each([
		['Text/HTML; charset=utf-8', '<form>'],
		['application/xhtml+xml', '<?xml version="1.0"?>'],
	])('does not take a login page for the document (%s, %j)', async (type, body) => {
		const before = stored();
		const id = await serveDocument((response) => {
			response.writeHead(200, { 'Content-Type': type });
			response.end(body);
		});
		const result = await harness.run(download(id));
		expect(result.error?.message).toBe('The service returned a web page instead of JSON');
		expect(stored()).toEqual(before);
	});
});

describe('a document that a proxy has compressed on its way', () => {
	const text = Buffer.from('A clause of the contract. '.repeat(4_000));
	/** Becomes larger when it is compressed. */
	const noise = Buffer.concat(
		Array.from({ length: 2_000 }, (_, i) => createHash('sha512').update(String(i)).digest()),
	);
	const forms = [
		['gzip', gzipSync],
		['br', brotliCompressSync],
		['deflate', deflateSync],
	] as const;

	/** @param end what the proxy does after the last byte */
	const pass = (encoding: string, packed: Buffer, length?: number, end = true) =>
		serveDocument((response) => {
			response.writeHead(200, {
				'Content-Encoding': encoding,
				...(length !== undefined && { 'Content-Length': length }),
			});
			if (end) response.end(packed);
			else response.write(packed);
		});
	const contentOf = async (id: string, options: IDataObject = {}) => {
		const result = await harness.run(download(id, { options: { maxWait: 0, ...options } }));
		expect(result.error).toBeUndefined();
		return await content(result.items(NODE)[0]?.binary?.data);
	};

	it.each(forms)(
		'is stored unpacked (%s), with the length of the packed form',
		async (name, pack) => {
			for (const document of [text, noise, noise.subarray(0, 64), Buffer.alloc(1)]) {
				const packed = pack(document);
				expect(await contentOf(await pass(name, packed, packed.length))).toEqual(document);
			}
		},
	);

	it('is stopped at Max Size, however small its packed form is', async () => {
		const before = stored();
		const bomb = gzipSync(Buffer.alloc(20_000_000));
		for (const length of [bomb.length, undefined]) {
			const id = await pass('gzip', bomb, length);
			const result = await harness.run(download(id, { options: { maxSize: 1 } }));
			expect(result.error?.message).toBe('The document is larger than 1 MB');
		}
		expect(stored()).toEqual(before);
	});
});

/** Another server that answers the download as the test says. */
async function serveDocument(
	answer: (response: Parameters<RequestListener>[1]) => void,
): Promise<string> {
	const baseUrl = await listeners.http((request, response) => {
		if (request.url?.endsWith('/token')) {
			return void response.end('{"access_token":"token-of-another-server","expires_in":600}');
		}
		answer(response);
	});
	harness.setCredential({ baseUrl });
	return 'doc_elsewhere';
}

/** What a server has sent. */
interface Sent {
	requests: number;
	bytes: number;
}

/** @returns an answer that goes on for as long as it is read */
function endless(sent: Sent): (response: Parameters<RequestListener>[1]) => void {
	const part = Buffer.alloc(65_536);
	return (response) => {
		sent.requests++;
		response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
		const write = () => {
			sent.bytes += part.length;
			response.write(part, (error) => error ?? write());
		};
		write();
	};
}
