import type { Clock, Limits } from '../types';
import { isCount } from './resume';

/** Guards against a loop that nothing else notices. */
const DEFAULT_MAX_PAGES = 1_000;

/** More requests at once help no run, and harm the server. */
const MOST_PREFETCH = 64;

/**
 * Fills in the defaults of the limits.
 *
 * @throws RangeError naming the limit that is out of range
 */
export function checkLimits(limits: Limits = {}, clock: Clock | undefined): Required<Limits> {
	const { limit = Infinity, maxPages = DEFAULT_MAX_PAGES, interval = 0, prefetch = 1 } = limits;
	const isPrefetch = isCount(prefetch, 1) && Number(prefetch) <= MOST_PREFETCH;
	const rules = [
		['limit', limit, limit === Infinity || isCount(limit, 0), 'an integer of 0 or more'],
		['maxPages', maxPages, maxPages === Infinity || isCount(maxPages, 1), 'a positive integer'],
		[
			'prefetch',
			prefetch,
			prefetch === 'automatic' || isPrefetch,
			`an integer from 1 to ${MOST_PREFETCH}, or "automatic"`,
		],
		['interval', interval, interval >= 0, '0 or more milliseconds'],
	] as const;
	for (const [name, value, isValid, wanted] of rules)
		if (!isValid) throw new RangeError(`${name} must be ${wanted}, not ${value}.`);
	if (interval > 0 && !clock) throw new RangeError('interval needs a clock to wait with.');
	return { limit, maxPages, interval, prefetch };
}
