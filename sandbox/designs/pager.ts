import type { Design, JsonObject, Pager, Problem, ServedPage } from './types';

/** A request that the design refuses. */
export class PageRefusal extends Error {
	constructor(readonly problem: Problem) {
		super(problem.message);
	}
}

/** A request whose credential and headers are right. */
export interface PageCall {
	design: Design;
	origin: string;
	/** What was asked. */
	url: URL;
	body: JsonObject;
	headers: Readonly<Record<string, unknown>>;
	/** Path and query of the design. */
	own: URL;
	records: readonly unknown[];
	pageSize: number;
	ignoreUnknown: boolean;
	/** Arguments of a GraphQL connection, in place of parameters. */
	args?: JsonObject;
}

/** @returns a record of a design, counted from 0 */
export function recordOf(design: Pick<Design, 'record'>, index: number): unknown {
	return design.record?.(index) ?? { id: index + 1, name: `Record ${index + 1}` };
}

/**
 * Finds the page that a request asks for.
 *
 * @throws PageRefusal when a parameter is unknown, missing or out of range
 */
export function servePage(call: PageCall): ServedPage {
	const { design, records } = call;
	const { pager } = design;
	const parameters = withinValue(pager, readParameters(call));
	const size = readSize(call, parameters);
	const start = readStart(call, parameters, size);
	const total = records.length;
	const isLast = start + size >= total;
	const first = pager.first ?? (pager.by === 'page' ? 1 : 0);
	const page = Math.floor(start / size) + (pager.by === 'page' ? first : 1);
	const next = nextPosition(design, { start: start + size, page, first, total });
	const url = (changes: Readonly<Record<string, unknown>>) => withQuery(call.url, changes);
	return {
		origin: call.origin,
		records: records.slice(start, start + size),
		start,
		size,
		total,
		pages: Math.ceil(total / size),
		page,
		isLast,
		next,
		nextIfAny: isLast ? undefined : next,
		url,
		nextUrl: isLast ? undefined : nextUrl(call, next, url),
	};
}

function nextPosition(
	{ pager }: Design,
	{ start, page, first, total }: Record<'start' | 'page' | 'first' | 'total', number>,
): unknown {
	if (pager.by === 'page') return page + 1;
	// A token of the last page names the last record, however many more would have been on the page.
	return pager.by === 'offset' ? start + first : tokenOf(pager.token, Math.min(start, total));
}

function nextUrl(
	{ origin, own, design: { pager, signIn } }: PageCall,
	next: unknown,
	url: ServedPage['url'],
): string {
	if (pager.nextPath !== undefined) return `${origin}${pager.nextPath}${String(next)}`;
	// No API writes a key into its answers.
	const changes: Record<string, unknown> = { [pager.parameter]: next };
	if (signIn.kind === 'query') changes[signIn.name] = undefined;
	if (pager.tokenStandsAlone) {
		for (const name of own.searchParams.keys()) changes[name] = undefined;
	}
	return url(changes);
}

function withQuery(base: URL, changes: Readonly<Record<string, unknown>>): string {
	const url = new URL(base);
	for (const [name, value] of Object.entries(changes)) {
		if (value === undefined) url.searchParams.delete(name);
		else url.searchParams.set(name, String(value));
	}
	return url.href;
}

/** Opaque, and different from any number that a client could make up. */
function tokenOf(token: ((start: number) => unknown) | undefined, start: number): unknown {
	return token ? token(start) : Buffer.from(`from:${start}`).toString('base64url');
}

/** @returns the parameters of paging by name, in the query or in the body */
function readParameters(call: PageCall): ReadonlyMap<string, unknown> {
	const { design, url, own, body, args } = call;
	const { pager } = design;
	if (args) return new Map(Object.entries(args));
	const known = [pager.parameter, ...(pager.size ? [pager.size] : []), ...(pager.allowed ?? [])];
	const query = new Map<string, unknown>(url.searchParams);
	const header = /^header:(.*)/.exec(pager.parameter)?.[1]?.toLowerCase() ?? '';
	if (header !== '' && query.has(pager.parameter)) {
		throw new PageRefusal({ kind: 'parameter', message: `${pager.parameter} is no parameter.` });
	}
	if (header in call.headers) query.set(pager.parameter, call.headers[header]);
	if (design.signIn.kind === 'query') query.delete(design.signIn.name);
	const isNextPath = pager.nextPath !== undefined && url.pathname.startsWith(pager.nextPath);
	const isAlone = isNextPath || (pager.tokenStandsAlone === true && query.has(pager.parameter));
	for (const [name, value] of own.searchParams) {
		// The page size may be a part of the URL, too.
		if (known.includes(name)) continue;
		if (isAlone ? query.has(name) : query.get(name) !== value) {
			const message = isAlone ? `${name} cannot be sent with a token` : `${name} must be ${value}`;
			throw new PageRefusal({ kind: 'parameter', message: `${message}.` });
		}
		query.delete(name);
	}
	const inBody = design.method === 'POST' && pager.in !== 'query';
	const unknown = [
		...[...query.keys()].filter((name) => inBody || !known.includes(name)),
		...Object.keys(body).filter(
			(name) =>
				!(name in (design.body ?? {})) &&
				!(inBody && known.some((one) => one.split('.')[0] === name)),
		),
	];
	if (unknown.length > 0 && !call.ignoreUnknown) {
		const message = `${unknown.join(', ')} cannot be used here.`;
		throw new PageRefusal({ kind: 'parameter', message });
	}
	if (isNextPath) query.set(pager.parameter, url.pathname.slice(pager.nextPath?.length));
	return inBody ? new Map(known.map((name) => [name, memberAt(body, name)])) : query;
}

/** @returns the parameters with what is in the value of the one that names the page */
function withinValue(
	{ within, parameter, size = '' }: Pager,
	parameters: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, unknown> {
	const value = parameters.get(parameter);
	if (!within || value === undefined) return parameters;
	const found = within(String(value));
	if (found) return new Map([...parameters, [parameter, found.position], [size, found.size]]);
	throw new PageRefusal({ kind: 'position', message: `${parameter} cannot be ${String(value)}.` });
}

function memberAt(body: unknown, name: string): unknown {
	return name.split('.').reduce<unknown>((value, key) => {
		return typeof value === 'object' && value !== null ? (value as JsonObject)[key] : undefined;
	}, body);
}

function readSize(
	{ design, pageSize }: PageCall,
	parameters: ReadonlyMap<string, unknown>,
): number {
	const { size: name, max, tooLarge = 'capped' } = design.pager;
	const value = name === undefined ? undefined : parameters.get(name);
	if (value === undefined || value === null) return pageSize;
	const size = integerOf(value);
	if (size === undefined || size < 1 || (size > max && tooLarge === 'refused')) {
		const message = `${name} must be from 1 to ${max}.`;
		throw new PageRefusal({ kind: 'size', message });
	}
	return Math.min(size, max);
}

function readStart(
	{ design, records }: PageCall,
	parameters: ReadonlyMap<string, unknown>,
	size: number,
): number {
	const { pager } = design;
	const value = parameters.get(pager.parameter);
	const refuse = (): never => {
		const message = `${pager.parameter} cannot be ${JSON.stringify(value)}.`;
		throw new PageRefusal({ kind: 'position', message });
	};
	if (value === undefined || value === null) return 0;
	if (pager.by === 'token') {
		if (value === pager.beginning) return 0;
		const text = JSON.stringify(value);
		for (let start = 1; start <= records.length; start++) {
			const token = tokenOf(pager.token, start);
			if (JSON.stringify(token) === text || String(token) === value) return start;
		}
		return refuse();
	}
	const number = integerOf(value) ?? -1;
	const first = pager.first ?? (pager.by === 'page' ? 1 : 0);
	if (number < first) return refuse();
	const start = pager.by === 'page' ? (number - first) * size : number - first;
	if (pager.atEnd === 'refused' && start > 0 && start >= records.length) return refuse();
	return start;
}

function integerOf(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isInteger(value) ? value : undefined;
	return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;
}
