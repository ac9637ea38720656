/** What a service says about its rate limit. */
export interface RateLimit {
	/** Requests that it will still take before the reset. */
	remaining: number;
	/** Milliseconds from now. */
	resetMs: number;
}

const COUNT = /^\d{1,15}$/;
/** Name of a policy or parameter. */
const NAME = /^[A-Za-z*][\w:./*-]*$/;

/** From this number on, a reset is a time since 1970, in seconds and in milliseconds. */
const EPOCH_SECONDS = 1e9;
const EPOCH_MS = 1e12;

/**
 * Reads the rate limit out of the headers of an answer, in the first of these forms that is present:
 * `RateLimit: "default";r=50;t=30` (IETF draft), `RateLimit-Remaining` and `RateLimit-Reset` (its older
 * versions), and the same two with `X-` before them.
 *
 * @param headers lower-case names
 * @param now milliseconds since 1970, for resets that are a time
 * @returns the tightest limit; `undefined` when there is none, or it is not exactly in one of the forms
 */
export function readRateLimit(headers: Record<string, string>, now: number): RateLimit | undefined {
	if (headers.ratelimit !== undefined) return readPolicies(headers.ratelimit);
	return readFields(headers, 'ratelimit', now) ?? readFields(headers, 'x-ratelimit', now);
}

function readFields(
	headers: Record<string, string>,
	prefix: string,
	now: number,
): RateLimit | undefined {
	const remaining = headers[`${prefix}-remaining`]?.trim() ?? '';
	const reset = headers[`${prefix}-reset`]?.trim() ?? '';
	if (!COUNT.test(remaining) || !COUNT.test(reset)) return undefined;
	return { remaining: Number(remaining), resetMs: toWait(Number(reset), now) };
}

function toWait(reset: number, now: number): number {
	if (reset >= EPOCH_MS) return Math.max(0, reset - now);
	return reset >= EPOCH_SECONDS ? Math.max(0, reset * 1000 - now) : reset * 1000;
}

/** A list of policies with parameters (RFC 9651, 3.1); one that cannot be read makes all useless. */
function readPolicies(list: string): RateLimit | undefined {
	const policies: RateLimit[] = [];
	// A quoted name may have commas and semicolons in it.
	for (const policy of list.replace(/"[^"\\]*"/g, 'name').split(',')) {
		const [name = '', ...parameters] = policy.split(';').map((part) => part.trim());
		const values = new Map(parameters.map((parameter) => toPair(parameter)));
		const [remaining = '', reset = ''] = [values.get('r'), values.get('t')];
		if (!NAME.test(name) || !COUNT.test(remaining) || !COUNT.test(reset)) return undefined;
		policies.push({ remaining: Number(remaining), resetMs: Number(reset) * 1000 });
	}
	return policies.sort((a, b) => a.remaining - b.remaining || b.resetMs - a.resetMs)[0];
}

function toPair(parameter: string): [name: string, value: string] {
	const at = parameter.indexOf('=');
	return [parameter.slice(0, Math.max(at, 0)), parameter.slice(at + 1)];
}
