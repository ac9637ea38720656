import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';

import { Refusal } from './envelope';

/** A file that belongs to a vendor. Its bytes follow from its id and size. */
export interface StoredDocument {
	id: string;
	vendorId: string;
	/** As uploaded, folders and unusual characters included. */
	name: string;
	/** Bytes. */
	size: number;
	/** Media type. */
	type: string;
}

/** Documents by id. */
export class Documents {
	readonly byId = new Map<string, StoredDocument>();

	constructor(documents: StoredDocument[]) {
		for (const document of documents) this.add(document);
	}

	/** @param document without an id it gets a new one */
	add(document: Omit<StoredDocument, 'id'> & { id?: string }): StoredDocument {
		const id = document.id ?? `doc_${randomBytes(12).toString('hex')}`;
		const stored = { ...document, id };
		this.byId.set(id, stored);
		return stored;
	}

	/** @throws Refusal 404 */
	get(id: string): StoredDocument {
		const document = this.byId.get(id);
		if (!document) throw new Refusal(404, 'document.not_found', `There is no document ${id}`);
		return document;
	}

	removeOf(vendorId: string): void {
		for (const document of this.byId.values()) {
			if (document.vendorId === vendorId) this.byId.delete(document.id);
		}
	}

	/** @returns the content, made while it is read */
	content(id: string): Readable {
		const document = this.get(id);
		return Readable.from(blocks(document), { objectMode: false, highWaterMark: BLOCK });
	}

	/** @returns the SHA-256 of the content in hex, for comparison with what a client received */
	async sha256(id: string): Promise<string> {
		const hash = createHash('sha256');
		for await (const part of this.content(id)) hash.update(part as Buffer);
		return hash.digest('hex');
	}
}

const BLOCK = 64 * 1024;
const NUMBER_LENGTH = 16;

/**
 * Each block is its number and then the same text: a block that is missing or twice is noticed, and
 * a file of any size needs the memory of one block.
 */
function* blocks({ id, size }: StoredDocument): Generator<Buffer> {
	const text = seededText(id, BLOCK - NUMBER_LENGTH);
	let left = size;
	for (let block = 0; left > 0; block++) {
		const number = Buffer.from(`${String(block).padStart(NUMBER_LENGTH - 1, '0')}\n`);
		for (const part of [number, text]) {
			if (left > 0) yield part.subarray(0, left);
			left -= part.length;
		}
	}
}

function seededText(seed: string, length: number): Buffer {
	const lines: string[] = [];
	for (let line = 0; line * 65 < length; line++) {
		lines.push(createHash('sha256').update(`${seed} ${line}`).digest('hex'));
	}
	return Buffer.from(`${lines.join('\n')}\n`).subarray(0, length);
}
