import { readFileSync } from 'node:fs';

import type { Observation } from './observe';

export const REQUESTS_FILE = 'scripts/schemas/requests.json';

/** Method and path of each different request, by the operation as `PLANS` names it. */
export type Requests = Record<string, string[]>;

/** @returns what each operation requests of the service, with its required fields and with its options */
export function requestsOf(observations: Observation[]): Requests {
	return Object.fromEntries(
		observations.flatMap(({ name, requests }) => (name === undefined ? [] : [[name, requests]])),
	);
}

/** @returns what `npm run generate` has seen */
export function readRequests(): Requests {
	return JSON.parse(readFileSync(REQUESTS_FILE, 'utf8')) as Requests;
}
