import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';

import type { ServiceClock } from '../clock';
import { Refusal } from '../envelope';
import { urlWith, filter, readPageQuery, size } from './pageQuery';
import { type Sample, sampleDocuments } from './samples';

const count = z.number().int().min(0);
const few = size.default(20);

/** Pages with a number: `page`, `pageSize`; from 1 unless `first=0`. */
export const pages: RequestHandler = numbered((record) => record);

/** {@link pages} of records of which one is reviewed each minute: a sync finds it changed. */
export const reviewed = (clock: ServiceClock): RequestHandler =>
	numbered((record, index, total) => {
		const minute = Math.floor(clock.now() / MINUTE_MS);
		const last = minute - ((minute - index) % total);
		return { ...record, reviewedAt: new Date(last * MINUTE_MS).toISOString() };
	});

const MINUTE_MS = 60_000;

/** {@link pages} of records with a long text each. */
export const wide: RequestHandler = numbered((record) => ({
	...record,
	about: `${record.name} `.repeat(WIDTH),
}));

const WIDTH = 20;

function numbered(show: (record: Sample, index: number, total: number) => object): RequestHandler {
	return (request, response) => {
		const {
			parameters,
			register,
			first = 1,
		} = readPageQuery(request, {
			page: count.optional(),
			pageSize: size,
			country: filter,
		});
		const { page = first, pageSize } = parameters;
		if (page < first) throw new Refusal(400, 'request.invalid', `page starts at ${first}`);
		const { total } = register;
		const from = (page - first) * pageSize;
		const records = register.slice(from, pageSize);
		response.set('X-Total-Count', String(total));
		response.json({
			items: records.map((record, index) => show(record, from + index, total)),
			total,
			page,
		});
	};
}

/** Pages with a number, of what belongs to one record: some have one page, some have more. */
export const documents: RequestHandler<{ id: string }> = (request, response) => {
	const plain = request as unknown as Request;
	const { parameters } = readPageQuery(plain, { page: count.optional(), pageSize: few });
	const { page = 1, pageSize } = parameters;
	const all = sampleDocuments(request.params.id);
	const items = all.slice((page - 1) * pageSize, page * pageSize);
	response.json({ items, total: all.length, page });
};

/** Pages with an offset: `offset`, `limit`; from 0 unless `first=1`. */
export const offsets: RequestHandler = (request, response) => {
	const {
		parameters,
		register,
		first = 0,
	} = readPageQuery(request, {
		offset: count.optional(),
		limit: size,
		country: filter,
	});
	const { offset = first, limit } = parameters;
	if (offset < first) throw new Refusal(400, 'request.invalid', `offset starts at ${first}`);
	response.set('X-Total-Count', String(register.total));
	response.json({ data: register.slice(offset - first, limit), meta: { total: register.total } });
};

/** Pages with a token: `pageToken`, `pageSize`. */
export const tokens: RequestHandler = (request, response) => {
	const { parameters, register } = readPageQuery(request, {
		pageToken: z.string().optional(),
		pageSize: size,
		country: filter,
	});
	const from = fromToken(parameters.pageToken);
	const next = nextToken(from + parameters.pageSize, register.total);
	if (next !== null) response.set('X-Next-Token', next);
	response.json({ items: register.slice(from, parameters.pageSize), nextPageToken: next });
};

/** Pages that name the next one's URL: in the body, in a header of its own and in `Link`. */
export const urls: RequestHandler = (request, response) => {
	const either = ['cursor', 'size'];
	const { parameters, register } = readPageQuery(
		request,
		{ cursor: z.string().optional(), size, country: filter },
		either,
	);
	const from = fromToken(parameters.cursor);
	const cursor = nextToken(from + parameters.size, register.total);
	const next = cursor && urlWith(request, { size: parameters.size, cursor });
	setLinkHeaders(request, response, next, parameters.size);
	response.json({ items: register.slice(from, parameters.size), links: { next } });
};

/** By hand, since no usual library writes a title with a comma in it, which clients must not split at. */
function setLinkHeaders(request: Request, response: Response, next: string | null, size: number) {
	const links = [`<${urlWith(request, { size })}>; rel="first"; title="start, again"`];
	if (next !== null) {
		links.push(`<${next}>; rel="next"`);
		response.set('X-Next-Url', next);
	}
	response.set('Link', links.join(', '));
}

/** Tokens are opaque to clients, and other text is refused. */
export function nextToken(from: number, total: number): string | null {
	return from < total ? Buffer.from(`from ${from}`).toString('base64url') : null;
}

export function fromToken(token: string | undefined): number {
	if (token === undefined) return 0;
	const from = /^from (\d+)$/.exec(Buffer.from(token, 'base64url').toString())?.[1];
	if (from === undefined) throw new Refusal(400, 'request.invalid_token', 'The token is not known');
	return Number(from);
}
