import type { RequestHandler } from 'express';

import type { ServiceClock } from '../clock';
import { Refusal } from '../envelope';

/** Limits the requests per second, of all clients together. */
export function perSecond(most: number, clock: ServiceClock): RequestHandler {
	let second = 0;
	let served = 0;
	return (_request, _response, next) => {
		const now = Math.floor(clock.now() / 1000);
		if (now !== second) [second, served] = [now, 0];
		if (served >= most) throw tooMany(`At most ${most} requests per second`);
		served++;
		next();
	};
}

/** Limits the requests at once, each of which takes a while. */
export function atOnce(most: number, takesMs: number): RequestHandler {
	let open = 0;
	return (_request, response, next) => {
		if (open >= most) throw tooMany(`At most ${most} requests at once`);
		open++;
		response.once('close', () => open--);
		setTimeout(next, takesMs);
	};
}

function tooMany(message: string): Refusal {
	return new Refusal(429, 'request.rate_limited', message, { 'Retry-After': '1' });
}
