import type { Run } from '../runState';

export const LIMIT = 'pagingScheme.request.limitValue';

/** Whether the first page is that of the list: pages and records are counted from 0 or 1. */
export function startsAtBeginning({ strategy }: Run): boolean {
	return Number(strategy.first) <= 1;
}

/** Paths of what leads a run to its end; empty where the records do. */
export function pathsOf({ scheme }: Run): string[] {
	return Object.values(scheme?.response ?? {}).filter((path) => path !== undefined);
}
