import type { IDataObject } from 'n8n-workflow';

import { nextRound } from './fakeClock';
import type { Listeners } from './listen';
import { nextToken, pageBased } from './pagedHttp';

/** A list that a test serves: its records, and what is special about a request for a page. */
export interface Rows {
	rows: unknown[];
	size?: number;
	/** Status of the response for a page, counted from 1. */
	status?: (page: number) => number;
	/** Awaited before a page is answered. */
	before?: (page: number) => unknown;
}

/** @returns the records `from` to `to`, counted from 1 */
export function rowsOf(from: number, to: number): IDataObject[] {
	return Array.from({ length: to - from + 1 }, (_, at) => ({
		id: from + at,
		name: `Row ${from + at}`,
	}));
}

/**
 * Serves records at `/numbered?page=` and `/linked?after=`, ten per page.
 *
 * @returns the address, a dataset for each of the two, and the requests by page
 */
export async function serveRows(listeners: Listeners, list: Rows) {
	const { rows, size = 10, status, before } = list;
	const requests: number[] = [];
	const url = await listeners.http((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
		const isLinked = pathname === '/linked';
		const after = Number(searchParams.get('after') ?? 0);
		const page = isLinked ? after / size + 1 : Number(searchParams.get('page') ?? 1);
		const items = rows.slice((page - 1) * size, page * size);
		const next = page * size < rows.length ? String(page * size) : undefined;
		requests.push(page);
		const answer = async () => {
			await nextRound();
			await before?.(page);
			const code = status?.(page) ?? 200;
			response.writeHead(code, { 'Content-Type': 'application/json' });
			response.end(JSON.stringify(code === 200 ? { items, next } : { message: 'Out of order' }));
		};
		void answer();
	});
	return {
		url,
		requests,
		numbered: pageBased(`${url}/numbered`, undefined, { limitValue: size }),
		linked: nextToken(`${url}/linked`, 'token', 'next', { tokenParameter: 'after' }),
	};
}
