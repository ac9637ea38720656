import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:http';
import { isDeepStrictEqual } from 'node:util';

import { answerQuery } from './graphql';
import { PageRefusal, recordOf, servePage } from './pager';
import { ANY } from './types';
import type { Answer, Design, JsonObject, Problem } from './types';

/** Member of an answer that only a bug in a design or its server can cause. */
export const MISTAKE = 'mistakeOfTheServer';

/** What varies between two servers of one design. */
export interface DesignServerOptions {
	/** Number of records in all; 23 by default. */
	records?: number;
	/** Records per page where the client does not say it; 5 by default. */
	pageSize?: number;
	/** Whether a parameter that the API does not know is ignored instead of refused. */
	ignoreUnknown?: boolean;
}

/** A request that a server got. */
export interface ServedRequest {
	method: string;
	/** Path and query. */
	target: string;
	headers: IncomingMessage['headers'];
	body: JsonObject;
	/** Status of the answer. */
	status: number;
}

/**
 * A design as a strict server on loopback: it checks path, method, credential, headers and
 * parameters of each request, and serves its records in the envelope of that API.
 */
export class DesignServer {
	/** Everything that was asked so far. */
	readonly requests: ServedRequest[] = [];
	/** All records, in order. */
	readonly records: readonly unknown[];

	private constructor(
		readonly design: Design,
		private readonly server: Server,
		private readonly options: Required<DesignServerOptions>,
	) {
		this.records = Array.from({ length: options.records }, (_, index) => recordOf(design, index));
	}

	static async start(design: Design, options: DesignServerOptions = {}): Promise<DesignServer> {
		const server = createServer();
		const all = { records: 23, pageSize: 5, ignoreUnknown: false, ...options };
		const started = new DesignServer(design, server, all);
		server.on('request', (request, response) => {
			void started.serve(request).then(({ status = 200, headers = {}, body }) => {
				const text = body === undefined ? '' : JSON.stringify(body);
				response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text);
			});
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return started;
	}

	/** Origin, without a path. */
	get origin(): string {
		const address = this.server.address();
		return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
	}

	/** URL of the first page. */
	get url(): string {
		return this.origin + this.design.path;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
	}

	private async serve(request: IncomingMessage): Promise<Answer> {
		const { method = '', url: target = '', headers } = request;
		let body: JsonObject = {};
		let answer: Answer;
		try {
			body = await readBody(request);
			answer = await this.answer(method, new URL(target, this.origin), headers, body);
		} catch (error) {
			answer =
				error instanceof PageRefusal
					? this.design.refuse(error.problem)
					: { status: 500, body: { [MISTAKE]: String(error) } };
		}
		this.requests.push({ method, target, headers, body, status: answer.status ?? 200 });
		return answer;
	}

	private async answer(
		method: string,
		url: URL,
		headers: IncomingMessage['headers'],
		body: JsonObject,
	): Promise<Answer> {
		const { design, options } = this;
		const own = new URL(design.path, this.origin);
		const { nextPath } = design.pager;
		const isNext = nextPath !== undefined && url.pathname.startsWith(nextPath);
		if (url.pathname !== own.pathname && !isNext) {
			refuse('path', `No list at ${url.pathname}.`);
		}
		const wanted = design.method ?? 'GET';
		if (method !== wanted) refuse('method', `Method ${method} is not allowed, only ${wanted}.`);
		checkCredential(design, url, headers);
		for (const [name, value] of Object.entries(design.headers ?? {})) {
			const sent = headers[name.toLowerCase()];
			if (value === ANY ? sent : sent === value) continue;
			refuse('header', `The header ${name} must be ${value === ANY ? 'set' : value}.`);
		}
		const { pageSize, ignoreUnknown } = options;
		const page = {
			design,
			origin: this.origin,
			url,
			body,
			headers,
			own,
			records: this.records,
			pageSize,
			ignoreUnknown,
		};
		if (design.graphql)
			return await answerQuery(design, body, (args) => servePage({ ...page, args }));
		for (const [name, value] of Object.entries(design.body ?? {})) {
			if (!isDeepStrictEqual(body[name], value))
				refuse('parameter', `${name} is missing or wrong.`);
		}
		return design.answer(servePage(page));
	}
}

function refuse(kind: Problem['kind'], message: string): never {
	throw new PageRefusal({ kind, message });
}

function checkCredential(design: Design, url: URL, headers: IncomingMessage['headers']): void {
	const { signIn } = design;
	const refused = () => refuse('credential', 'Authentication failed.');
	switch (signIn.kind) {
		case 'none':
			return;
		case 'query':
			if (url.searchParams.get(signIn.name) !== signIn.value) refused();
			return;
		case 'bearer':
			if (headers.authorization !== `Bearer ${signIn.token}`) refused();
			return;
		case 'basic':
			if (headers.authorization !== `Basic ${btoa(`${signIn.user}:${signIn.password}`)}`) refused();
			return;
		case 'headers':
			for (const [name, value] of Object.entries(signIn.headers)) {
				if (headers[name.toLowerCase()] !== value) refused();
			}
	}
}

async function readBody(request: IncomingMessage): Promise<JsonObject> {
	let text = '';
	for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
	if (text === '') return {};
	try {
		const body: unknown = JSON.parse(text);
		if (typeof body === 'object' && body !== null) return body as JsonObject;
	} catch {
		// Below.
	}
	return refuse('parameter', 'The body is not a JSON object.');
}
