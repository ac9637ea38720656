import type { IncomingMessage } from 'node:http';
import { parse as parseForm } from 'node:querystring';
import type { Readable } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';

import type { Request } from 'express';

/** A request as n8n passes it to webhooks. */
export type N8nRequest = Request & {
	contentType?: string;
	readRawBody: () => Promise<void>;
};

/** n8n's default for the size of a body. */
const MAX_BYTES = 16 * 1024 * 1024;

/** An answer that n8n gives before the node sees anything. */
export class EarlyAnswer extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

/** Adds what n8n's `rawBodyReader` adds. */
export function prepareRequest(incoming: Request): N8nRequest {
	const request = incoming as N8nRequest;
	const contentType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
	if (contentType) request.contentType = contentType;
	request.readRawBody = async () => {
		if (hasBytes(request)) return;
		const stream = decoded(request);
		if (request.destroyed || !stream.readable) {
			throw new EarlyAnswer(400, 'Request body stream was aborted or is not readable');
		}
		request.rawBody = await readAll(stream);
	};
	return request;
}

/** Does what n8n's `parseBody` does for a node of version 1, XML left out. */
export async function parseBody(request: N8nRequest): Promise<void> {
	if (request.contentType === 'multipart/form-data') {
		// Eaten by n8n's form parser, which leaves no bytes behind.
		await readAll(request);
		request.body = {};
		return;
	}
	if (request.contentType?.startsWith('multipart/')) return;
	await request.readRawBody();
	if (!request.rawBody.length) return;
	const text = request.rawBody.toString('utf8').replace(/^\uFEFF/, '');
	switch (request.contentType ?? '') {
		case 'application/json':
			try {
				request.body = JSON.parse(text) as unknown;
			} catch {
				throw new EarlyAnswer(422, 'Failed to parse request body');
			}
			return;
		case 'application/x-www-form-urlencoded':
			request.body = parseForm(text, undefined, undefined, { maxKeys: 1000 });
			return;
		case 'text/plain':
			request.body = text;
			return;
		default:
	}
}

/** n8n-workflow's types say that the bytes are always there. */
function hasBytes(request: { rawBody: Buffer | undefined }): boolean {
	return request.rawBody !== undefined;
}

function decoded(request: IncomingMessage): Readable {
	switch (request.headers['content-encoding'] ?? '') {
		case 'gzip':
			return request.pipe(createGunzip());
		case 'deflate':
			return request.pipe(createInflate());
		default:
			return request;
	}
}

async function readAll(stream: Readable): Promise<Buffer> {
	const parts: Buffer[] = [];
	let size = 0;
	for await (const part of stream as AsyncIterable<Buffer>) {
		size += part.length;
		if (size > MAX_BYTES) throw new EarlyAnswer(500, 'There was a problem executing the workflow');
		parts.push(part);
	}
	return Buffer.concat(parts);
}
