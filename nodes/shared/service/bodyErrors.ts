import { UserError } from 'n8n-workflow';

import { INTERRUPTED } from '../http/answer';

/** Bytes. */
export const MEGABYTE = 1_048_576;

/** An answer that began and did not arrive whole. */
export class LostAnswer extends Error {
	/** @param code as of a connection that was lost */
	constructor(
		message: string,
		readonly code = INTERRUPTED,
	) {
		super(message);
	}
}

/** An answer that began and did not go on. */
export class SilentAnswer extends LostAnswer {
	constructor() {
		super('no more data was received', 'ETIMEDOUT');
	}
}

/**
 * @param what was sent, such as `response`
 * @param hint what to do
 */
export function tooLarge(what: string, maxMegabytes: number, hint: string): UserError {
	return new UserError(`The ${what} is larger than ${maxMegabytes} MB`, { description: hint });
}

/**
 * @param what was sent, such as `response`
 * @param tookMs until it was given up, in milliseconds
 */
export function tooSlow(what: string, tookMs: number): UserError {
	return new UserError(`The ${what} was not complete after ${Math.round(tookMs / 1_000)} s`, {
		description:
			'It arrives very slowly. Run it again later. If the server is always this slow, raise Timeout under Options: ten times as long is allowed for the whole, and a second more for every 32 kB.',
	});
}

/** @returns an error of ours as it is; any other one as a connection that was lost */
export function toReadError(error: unknown): Error {
	if (error instanceof UserError || error instanceof LostAnswer) return error;
	return new LostAnswer(error instanceof Error ? error.message : String(error));
}
