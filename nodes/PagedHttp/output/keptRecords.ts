import {
	type IBinaryData,
	type IDataObject,
	type IExecuteFunctions,
	jsonParse,
} from 'n8n-workflow';

import { jsonText } from '../../shared/basics/json';
import type { OutputRecord } from '../../shared/node/operation';
import type { KeptRecords } from './recordOutput';
import { StoredFile } from './storedFile';

/** So many records are written at once. */
const RECORDS_PER_PART = 500;

/**
 * Keeps records in a file of n8n's, which deletes it with the execution.
 *
 * @param mostMegabytes see `StoredFile`
 * @throws what keeps them from being stored
 */
export async function keepRecords(
	context: IExecuteFunctions,
	records: readonly OutputRecord[],
	mostMegabytes: number,
): Promise<KeptRecords> {
	const file = new StoredFile(context, 'kept.ndjson', 'application/x-ndjson', mostMegabytes);
	let stored: IBinaryData | undefined;
	try {
		for (let at = 0; at < records.length; at += RECORDS_PER_PART) {
			const part = records.slice(at, at + RECORDS_PER_PART);
			await file.write(part.map(({ json }) => `${jsonText(json)}\n`).join(''));
		}
		stored = await file.end();
		return { file: stored, bytes: file.bytes, records: records.length, written: {} };
	} finally {
		if (!stored) await file.discard();
	}
}

/** @returns whether n8n still has the whole file */
export async function isThere({ helpers }: IExecuteFunctions, kept: KeptRecords): Promise<boolean> {
	const { id, data } = kept.file;
	if (id === undefined) return Buffer.byteLength(data, 'base64') === kept.bytes;
	try {
		return (await helpers.getBinaryMetadata(id)).fileSize === kept.bytes;
	} catch {
		return false;
	}
}

/** @returns the parts of the file */
export async function* partsOf(
	{ helpers }: IExecuteFunctions,
	{ file: { id, data } }: KeptRecords,
): AsyncGenerator<Buffer> {
	if (id === undefined) return yield Buffer.from(data, 'base64');
	for await (const part of await helpers.getBinaryStream(id))
		yield Buffer.isBuffer(part) ? part : Buffer.from(String(part));
}

/** @returns the records that {@link keepRecords} has kept */
export async function* recordsOf(
	context: IExecuteFunctions,
	kept: KeptRecords,
): AsyncGenerator<IDataObject> {
	const decoder = new TextDecoder();
	let rest = '';
	for await (const part of partsOf(context, kept)) {
		const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
		rest = lines.pop() ?? '';
		for (const line of lines) yield jsonParse<IDataObject>(line);
	}
}
