import type { Readable } from 'node:stream';

import { BinaryDataService } from 'n8n-core';

/**
 * Closes the streams of stored files that n8n opens during a run: its node Write File leaves one open where
 * it cannot write, until Node.js collects it as garbage and warns.
 */
export async function closeStreamsOf<T>(run: () => Promise<T>): Promise<T> {
	const opened = jest.spyOn(BinaryDataService.prototype, 'getAsStream');
	try {
		return await run();
	} finally {
		for (const { value } of opened.mock.results) (await (value as Promise<Readable>)).destroy();
		opened.mockRestore();
	}
}
