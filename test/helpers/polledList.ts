import type { IncomingHttpHeaders } from 'node:http';

import type { IDataObject } from 'n8n-workflow';

import type { Listeners } from './listen';

/** A record of the list. */
export interface ListRecord {
	id: number;
	name: string;
	updatedAt: string;
}

/** A list on loopback that changes between two reads, with two records per page. */
export interface PolledList {
	url: string;
	records: ListRecord[];
	/** What was asked for, by path and query. */
	asked: string[];
	/** Body of each answer in place of a page of the records. */
	body?: unknown;
	/** Headers of each answer. */
	headers: Record<string, string>;
	/** Called before each answer; a status other than 200 is answered as an error. */
	beforeAnswer: (url: URL, headers: IncomingHttpHeaders) => number | Promise<number>;
}

const PAGE_SIZE = 2;

/** @returns the list with the records 1 to `count`, one for each minute of an hour */
export async function startList(listeners: Listeners, count = 3): Promise<PolledList> {
	const list: PolledList = {
		url: '',
		records: Array.from({ length: count }, (_, index) => record(index + 1)),
		asked: [],
		headers: {},
		beforeAnswer: () => 200,
	};
	const origin = await listeners.http((request, response) => {
		const url = new URL(request.url ?? '', 'http://localhost');
		list.asked.push(url.pathname + url.search);
		void Promise.resolve(list.beforeAnswer(url, request.headers)).then((status) => {
			const since = url.searchParams.get('since') ?? '';
			const page = Number(url.searchParams.get('page') ?? 1);
			const found = list.records.filter(({ updatedAt }) => updatedAt >= since);
			const items = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
			response.writeHead(status, { 'content-type': 'application/json', ...list.headers });
			const body = list.body ?? { items };
			response.end(JSON.stringify(status === 200 ? body : { message: 'Not now' }));
		});
	});
	list.url = `${origin}/items`;
	return list;
}

/** @returns a record; `minute` is that of its last change */
export function record(id: number, name = `Record ${id}`, minute = id): ListRecord {
	const updatedAt = `2026-03-01T12:${String(minute).padStart(2, '0')}:00Z`;
	return { id, name, updatedAt };
}

/** n8n takes no cron expression for more than one poll a minute, but several expressions. */
export const EVERY_10_S = [0, 10, 20, 30, 40, 50].map((second) => ({
	mode: 'custom',
	cronExpression: `${second} * * * * *`,
}));

/** @returns parameters of a Paged HTTP Trigger that reads the list */
export function readsList({ url }: Pick<PolledList, 'url'>, more: IDataObject = {}): IDataObject {
	return {
		events: ['created', 'updated', 'removed'],
		authentication: 'none',
		source: 'fields',
		url,
		schemeType: 'pageBased',
		property: 'items',
		pageUntil: 'noDataLeft',
		recordKey: 'id',
		options: { prefetch: 1 },
		...more,
	};
}
