import type { Request } from 'express';
import { z } from 'zod';

import { Refusal } from '../envelope';
import { DEFAULT_COUNT, MAX_COUNT, Register } from './samples';

export const MAX_SIZE = 500;

const number = z.number().int();
export const size = number.min(1).max(MAX_SIZE).default(100);
export const filter = z
	.string()
	.regex(/^[A-Z]{2}$/, 'must be a country of two letters')
	.optional();

/** Parameters about the sample API itself; they are always in the query. */
const setup = z.object({
	records: number.min(0).max(MAX_COUNT).default(DEFAULT_COUNT),
	first: number.min(0).max(1).optional(),
});

/** Paging parameters and filters of a request: from the query of a GET, from the body of a POST. */
export interface PageQuery<Shape extends z.ZodRawShape> {
	parameters: z.output<z.ZodObject<Shape, 'strict'>>;
	register: Register;
	/** Number of the first page, or offset of the first record. */
	first: number | undefined;
}

/**
 * Reads parameters strictly: unknown ones, and ones in the wrong place, are refused.
 *
 * @param shape what is allowed besides the setup
 * @param either parameters that may be in the query of a POST too
 */
export function readPageQuery<Shape extends z.ZodRawShape>(
	request: Request,
	shape: Shape,
	either: string[] = [],
): PageQuery<Shape> {
	const { records, first, ...query } = numbersIn(request.query);
	const { records: count, first: start } = setup.parse({ records, first });
	const given = request.method === 'GET' ? query : { ...readBody(request), ...pick(query, either) };
	if (request.method !== 'GET') refuseInQuery(Object.keys(query), either);
	const parameters = z.strictObject(shape).parse(given);
	const { country } = z.object({ country: filter }).parse(given);
	return { parameters, register: new Register(count, country), first: start };
}

function refuseInQuery(names: string[], either: string[]): void {
	const misplaced = names.filter((name) => !either.includes(name));
	if (misplaced.length === 0) return;
	const message = `A POST sends ${misplaced.join(', ')} in its body`;
	throw new Refusal(400, 'request.misplaced_parameter', message);
}

/** @returns the body, with the members of `paging` beside the others */
function readBody(request: Request): Record<string, unknown> {
	if (!request.is('application/json')) {
		throw new Refusal(415, 'request.unsupported_media_type', 'The body must be application/json');
	}
	const { paging, ...others } = z.record(z.unknown()).parse(request.body);
	return { ...z.record(z.unknown()).optional().parse(paging), ...others };
}

function numbersIn(query: Request['query']): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(query).map(([name, value]) => [
			name,
			typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value,
		]),
	);
}

function pick(from: Record<string, unknown>, names: string[]): Record<string, unknown> {
	return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
}

/** @returns the URL by which the client reached this path, with another query */
export function urlWith(request: Request, query: Record<string, string | number>): string {
	const { records, first, country } = request.query;
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries({ records, first, country, ...query })) {
		if (value !== undefined) search.set(name, String(value));
	}
	const path = request.originalUrl.split('?')[0] ?? '';
	return `${request.protocol}://${request.headers.host ?? ''}${path}?${search.toString()}`;
}
