import { readHttpDate } from '../basics/httpDate';
import type { PageRequest, PageResponse } from '../paging/types';
import type { ReadObserver } from './observer';

/** The time of the server, by the `Date` header of its last response: `Fri, 20 Nov 2026 17:00:00 GMT`. */
export class ServerClock implements ReadObserver {
	/** Milliseconds that the server's clock is ahead of that of this machine. */
	private differenceMs = 0;

	/** Whole seconds since 1970; by the clock of this machine until the server has responded. */
	get seconds(): number {
		return Math.floor((Date.now() + this.differenceMs) / 1_000);
	}

	onResponse(_request: PageRequest, { headers }: PageResponse): void {
		const time = readHttpDate(String(headers.date));
		if (!Number.isNaN(time)) this.differenceMs = time - Date.now();
	}
}
