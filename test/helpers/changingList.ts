import type { IDataObject } from 'n8n-workflow';

import type { Listeners } from './listen';

/** A list that a test changes between the requests, as an API serves it. */
export class ChangingList {
	records: IDataObject[] = [];
	/** Queries of the requests, in order. */
	readonly requests: Array<Record<string, string>> = [];
	/** Pages from this one on fail, counted from 1. */
	failsFrom = Infinity;
	/** Total to report in place of the true one. */
	total: number | undefined;
	/** Called with the number of a page, counted from 1, after the answer with it was made. */
	afterPage: (page: number) => void = () => {};
	/** What the API makes of `since`: some round it down to the day. */
	roundSince: (since: string) => string = (since) => since;
	url = '';

	private constructor(private readonly pageSize: number) {}

	/** Filters by `since`, a lower bound of `changedAt`, if it is there. */
	static async start(listeners: Listeners, pageSize = 2): Promise<ChangingList> {
		const list = new ChangingList(pageSize);
		list.url = await listeners.http((request, response) => {
			const { searchParams } = new URL(request.url ?? '', 'http://list');
			const query = Object.fromEntries(searchParams);
			list.requests.push(query);
			const { status, body } = list.answer(query);
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		});
		return list;
	}

	/** @returns the values of a query parameter, without repeats */
	asked(name: string): unknown[] {
		return [...new Set(this.requests.map((query) => query[name]))];
	}

	private answer({ page = '1', since = '' }: Record<string, string>) {
		if (Number(page) >= this.failsFrom) return { status: 400, body: { message: 'No such page' } };
		const from = this.roundSince(since);
		const found = this.records.filter(({ changedAt }) => from <= String(changedAt ?? '~'));
		const start = (Number(page) - 1) * this.pageSize;
		const items = found.slice(start, start + this.pageSize);
		this.afterPage(Number(page));
		return { status: 200, body: { items, total: this.total ?? found.length } };
	}
}

/** @returns a dataset that reads the list */
export function listDataset(url: string, size = 2) {
	return {
		url: `${url}/records`,
		method: 'GET',
		property: 'items',
		pagingScheme: {
			type: 'pageBased',
			request: { pageParameter: 'page', pageStartingValue: 1, limitValue: size },
			response: { totalCount: 'total' },
			pageUntil: 'reachTotalCount',
		},
	};
}
