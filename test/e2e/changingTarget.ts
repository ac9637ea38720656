import type { ServerResponse } from 'node:http';

import { readText } from '../helpers/readText';

/** A record of the list; its version only grows. */
export interface Version {
	id: string;
	version: number;
}

/** A record as the target got it, and in which execution. */
export interface Handed extends Version {
	run: string;
	change: string;
	/** Whether the target said that it took it; else it may have, in part. */
	isTaken: boolean;
}

const PAGE_SIZE = 4;

/** The list and the target of a sync. The list changes while it is read. */
export class ChangingTarget {
	readonly list: Version[] = [];
	readonly handed: Handed[] = [];
	/** Called with each request, before it is answered. */
	onRequest: () => void = () => {};
	/** Whether the list stays as it is. */
	isStill = false;
	private next = 0;

	/** @param random between 0 and 1 */
	constructor(private readonly random: () => number) {}

	/** Adds a record, and changes and removes some others. */
	change(): void {
		for (let times = 0; times < 3; times++) this.changeOne();
		if (this.list.length > 12) this.list.splice(this.below(this.list.length), 1);
	}

	/** Nothing is removed: the records behind it would move to a page that was read already. */
	private changeOne(): void {
		const record = this.list[this.below(this.list.length * 2)];
		if (record) record.version++;
		else this.list.push({ id: `r${this.next++}`, version: 1 });
	}

	readonly answer = async (
		request: Parameters<typeof readText>[0] & { url?: string | undefined },
		response: ServerResponse,
	): Promise<void> => {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://sync');
		const text = await readText(request);
		this.onRequest();
		let body: unknown = {};
		let status = 200;
		if (pathname === '/list') {
			const start = (Number(searchParams.get('page')) - 1) * PAGE_SIZE;
			body = { items: this.list.slice(start, start + PAGE_SIZE) };
			if (!this.isStill && this.random() < 0.3) this.changeOne();
		} else if (pathname === '/target') {
			const { run, record } = JSON.parse(text) as { run: string; record: Omit<Handed, 'run'> };
			const isTaken = this.isStill || this.random() > 0.2;
			this.handed.push({ run, ...record, isTaken });
			if (!isTaken) status = 422;
		}
		response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
	};

	below(count: number): number {
		return Math.floor(this.random() * count);
	}
}
