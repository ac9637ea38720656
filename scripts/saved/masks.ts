import { DateTime } from 'luxon';

import type { Service } from '../../sandbox/service/service';

/** What ids look like: UUIDs, and words with a prefix. */
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b(?:evt|req|vnd|whd)_[0-9a-f-]{24,36}/g;

/** Automatic idempotency keys, which differ between instances of n8n. */
const AUTOMATIC_KEY = /\bn8n-[\w-]{32}(?![\w-])/g;

/** Dates and times as ISO 8601, and as the organization of the service writes them. */
const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)|\d\d-\d\d-\d{4} \d\d:\d\d:\d\d/g;

/** More than a run takes, with the time by which it moves the clock of the service ahead. */
const LONGEST_RUN_MS = 60 * 60 * 1000;

/** A time in numbers. */
const FIGURE = /"(milliseconds|responseTimeMs|timestamp)":\d+/g;

/** Replaces what differs from run to run: new ids, the time, and addresses. */
export class Masks {
	/** What the service had at the start, which is always the same. */
	private readonly known: string;
	private readonly started: number;
	private readonly timeZone: string;

	/** @param urls of everything that was started for the run */
	constructor(
		{ organization, vendors, documents, clock, settings }: Service,
		private readonly urls: string[],
	) {
		this.known = JSON.stringify([
			organization.listScopes(undefined),
			[...organization.controls.values()],
			[...vendors.byId.values()],
			[...documents.byId.keys()],
		]);
		this.started = clock.now();
		this.timeZone = settings.timeZone;
	}

	/** @returns the same with all texts masked */
	apply<T>(value: T): T {
		const text = this.urls
			.reduce((before, url) => before.replaceAll(url, '(address)'), JSON.stringify(value))
			.replace(AUTOMATIC_KEY, '(automatic key)')
			.replace(ID, (id) => (this.known.includes(id) ? id : '(new id)'))
			.replace(MOMENT, (moment) => (this.isNew(moment) ? '(now)' : moment))
			.replace(FIGURE, '"$1":"(figure)"');
		return JSON.parse(text) as T;
	}

	private isNew(text: string): boolean {
		const moment = text.includes('T')
			? DateTime.fromISO(text)
			: DateTime.fromFormat(text, 'dd-MM-yyyy HH:mm:ss', { zone: this.timeZone });
		const sinceStart = moment.toMillis() - this.started;
		return sinceStart > -1000 && sinceStart < LONGEST_RUN_MS;
	}
}
