import type { Request, RequestHandler } from 'express';

/** A request as the service saw it. */
export interface LoggedRequest {
	method: string;
	path: string;
	query: Record<string, unknown>;
	/** Lower-case names; without its credentials. */
	headers: Record<string, string>;
	body: unknown;
	/** 0 until there is a response; stays 0 when the connection was lost. */
	status: number;
	/** Milliseconds since 1970, by the clock of the machine. */
	at: number;
	/** How many others were still unanswered when it arrived. */
	openBefore: number;
}

/** Remembers every request, so that tests can count what a node really sent. */
export class RequestLog {
	readonly requests: LoggedRequest[] = [];
	/** Requests that arrived and have no complete answer yet. */
	open = 0;

	/** @returns how many requests had this method and path; without arguments all of them */
	count(method?: string, path?: string | RegExp): number {
		return this.find(method, path).length;
	}

	find(method?: string, path?: string | RegExp): LoggedRequest[] {
		return this.requests.filter(
			(request) =>
				(method === undefined || request.method === method) &&
				(path === undefined ||
					(typeof path === 'string' ? request.path === path : path.test(request.path))),
		);
	}

	clear(): void {
		this.requests.length = 0;
	}

	/** Keeps an entry that gets its body and status as they become known. */
	readonly middleware: RequestHandler = (request, response, next) => {
		const entry: LoggedRequest = {
			method: request.method,
			path: request.path,
			query: { ...request.query },
			headers: shownHeaders(request),
			body: undefined,
			status: 0,
			at: Date.now(),
			openBefore: this.open++,
		};
		this.requests.push(entry);
		response.on('close', () => {
			this.open--;
			entry.body = request.body;
			entry.status = response.writableFinished ? response.statusCode : 0;
		});
		next();
	};
}

function shownHeaders({ headers }: Request): Record<string, string> {
	const { authorization: _authorization, dpop: _dpop, ...shown } = headers;
	return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, String(value)]));
}
