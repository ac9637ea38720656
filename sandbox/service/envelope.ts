import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { ZodError } from 'zod';

/** A response other than 2xx; routes throw it. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		readonly clientCode: string,
		message: string,
		readonly headers: Record<string, string> = {},
	) {
		super(message);
	}
}

/** Sends the error envelope: `client_code`, `message`, `request_id` and `docs_url`. */
export function sendRefusal(response: Response, refusal: Refusal): void {
	response
		.status(refusal.status)
		.set(refusal.headers)
		.json({
			error: {
				client_code: refusal.clientCode,
				message: refusal.message,
				request_id: response.getHeader('X-Request-Id'),
				docs_url: `/docs/errors#${refusal.clientCode}`,
			},
		});
}

/** Turns what a route threw into the envelope. */
export const refusalHandler: ErrorRequestHandler = (error, _request, response, next) => {
	if (response.headersSent) next(error);
	else sendRefusal(response, toRefusal(error));
};

export const unknownPath: RequestHandler = (request) => {
	throw new Refusal(404, 'request.unknown_path', `There is no ${request.method} ${request.path}`);
};

function toRefusal(error: unknown): Refusal {
	if (error instanceof Refusal) return error;
	if (error instanceof ZodError) {
		const issues = error.issues.map(
			({ path, message }) => `${path.join('.') || 'body'}: ${message}`,
		);
		return new Refusal(422, 'request.invalid', issues.join('; '));
	}
	// body-parser's errors have a status and a type.
	if (error instanceof Error && 'status' in error && typeof error.status === 'number') {
		return new Refusal(error.status, 'request.malformed', error.message);
	}
	console.error(error);
	return new Refusal(500, 'internal.unexpected', 'Unexpected error');
}
