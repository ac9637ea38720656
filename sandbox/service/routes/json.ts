import type { IncomingMessage } from 'node:http';

import type { Request } from 'express';
import express from 'express';
import type { z } from 'zod';

import { Refusal } from '../envelope';

/** Requests that announced JSON and sent none, which the parser takes for an empty object. */
const empty = new WeakSet<IncomingMessage>();

/** Parses JSON bodies of any kind, not only objects and arrays. */
export const parseJson = express.json({
	limit: '20mb',
	strict: false,
	verify: (request, _response, bytes) => {
		if (bytes.length === 0) empty.add(request);
	},
});

/** Reads a JSON body strictly: a missing one, or one under another content type, is refused. */
export function readBody<Schema extends z.ZodTypeAny>(
	request: Request,
	schema: Schema,
): z.output<Schema> {
	if (!request.is('application/json')) {
		throw new Refusal(415, 'request.unsupported_media_type', 'The body must be application/json');
	}
	if (request.body === undefined || empty.has(request)) {
		throw new Refusal(400, 'request.body_missing', 'The request has no body');
	}
	return schema.parse(request.body) as z.output<Schema>;
}

/** Reads a query strictly: unknown parameters are refused. */
export function readQuery<Schema extends z.ZodTypeAny>(
	request: Request,
	schema: Schema,
): z.output<Schema> {
	return schema.parse(request.query) as z.output<Schema>;
}
