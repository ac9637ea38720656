import type { PageResponse } from '../../../../nodes/shared/paging';
import { Recorder } from '../../../../nodes/shared/paging/detect/recorder';
import type { FirstPage } from '../../../../nodes/shared/paging/detect/types';
import { rows, serve } from '../fakeServer';
import { URL_LIST } from './firstPage';

export type Answer = Partial<PageResponse>;

/** A first page of five records, and the answers to what is asked about it. */
export interface Asked {
	page: FirstPage;
	recorder: Recorder;
	/** @returns the queries of the requests that were sent */
	queries(): string[];
}

/** @param answers by the query of the request, or to each; other requests get an empty page */
export function asking(
	answers: Record<string, Answer> | (() => Answer) = {},
	more: Partial<FirstPage> = {},
): Asked {
	const queryOf = (url: string) => decodeURIComponent(new URL(url).search);
	const server = serve(({ url }) =>
		typeof answers === 'function' ? answers() : (answers[queryOf(url)] ?? withRows(0, 0)),
	);
	return {
		page: {
			url: URL_LIST,
			property: 'items',
			records: rows(0, 5),
			facts: [],
			relations: new Set(),
			body: {},
			isPartial: false,
			...more,
		},
		recorder: new Recorder({ send: server.send }),
		queries: () => server.seen.map(({ url }) => queryOf(url)),
	};
}

/** @returns the answer with records `from` to `to - 1` */
export const withRows = (from: number, to: number): Answer => ({
	body: { items: rows(from, to) },
});
