import { DateTime } from 'luxon';

/** A difference this small is the time on the way, and the part of a second that `Date` leaves out. */
const TOLERANCE_MS = 2_000;

/** The clock of one server, as far as its answers show that it differs from the one of this machine. */
export class ServerClock {
	/** The clock of the server minus the one of this machine, in milliseconds; 0 where they agree. */
	offsetMs = 0;

	/**
	 * Corrects the offset after an answer that refused a proof (RFC 9449, 11.1): only then does the
	 * time of the server matter.
	 *
	 * @param date header `Date` of the answer (RFC 9110, 6.6.1)
	 * @param nowMs the time of this machine, in milliseconds since 1970
	 * @returns whether the offset has changed
	 */
	learn(date: string | undefined, nowMs: number): boolean {
		const offsetMs = DateTime.fromHTTP(date ?? '').toMillis() - nowMs;
		if (Number.isNaN(offsetMs) || Math.abs(offsetMs - this.offsetMs) <= TOLERANCE_MS) return false;
		this.offsetMs = Math.abs(offsetMs) <= TOLERANCE_MS ? 0 : offsetMs;
		return true;
	}
}
