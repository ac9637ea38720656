import { SigningSecrets } from './signing';
import type { ServiceClock } from '../clock';

/** Permanent failures in a row after which an endpoint is deactivated. */
export const FAILURES_TO_DEACTIVATE = 10;

/** What an admin enters in the application. */
export interface EndpointSettings {
	url: string;
	/** Exact event names. */
	events: readonly string[];
	/** Generated if not set. */
	secret?: string;
}

/** A registered webhook endpoint. */
export class Endpoint {
	readonly secrets: SigningSecrets;
	url: string;
	events: readonly string[];
	active = true;
	/** Permanent failures since the last success. */
	failuresInARow = 0;

	constructor(clock: ServiceClock, { url, events, secret }: EndpointSettings) {
		this.secrets = new SigningSecrets(clock, secret);
		this.url = url;
		this.events = events;
	}

	succeeded(): void {
		this.failuresInARow = 0;
	}

	failedPermanently(): void {
		this.failuresInARow++;
		if (this.failuresInARow >= FAILURES_TO_DEACTIVATE) this.active = false;
	}
}
