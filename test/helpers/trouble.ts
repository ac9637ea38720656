import type { Service } from '../../sandbox/service/service';

/** Most attempts at one creation that go wrong: the fifth is the last one. */
const MOST = 4;

/** Faults strike the creations at a path only, and never all attempts at the same one. */
export function spareLastAttempts({ faults, log }: Service, path: string): void {
	const struck = new Map<string, number>();
	const take = faults.take.bind(faults);
	faults.take = (method, requested) => {
		const key = log.requests.at(-1)?.headers['idempotency-key'];
		const count = struck.get(String(key)) ?? 0;
		if (requested !== path || key === undefined || count >= MOST) return undefined;
		const fault = take(method, requested);
		if (fault) struck.set(String(key), count + 1);
		return fault;
	};
}
