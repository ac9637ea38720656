import {
	forEachPage,
	type PageResponse,
	paginate,
	type PagingOptions,
	type Summary,
} from '../../../../nodes/shared/paging';
import { detectDataset } from '../../../../nodes/shared/paging/detect/detectDataset';
import { PagingError } from '../../../../nodes/shared/paging/pagingErrors';
import { serve } from '../fakeServer';

export const URL_LIST = 'https://api.test/list';

/** A record, counted from 1. */
export interface Row {
	id: number;
	name: string;
}

/** @returns so many of `total` records, after the first `from` */
export function slice(total: number, from: number, size: number): Row[] {
	const most = Math.max(0, Math.min(size, total - from));
	return Array.from({ length: most }, (_, index) => ({
		id: from + index + 1,
		name: `Record ${from + index + 1}`,
	}));
}

/** What a server answers to the parameters of a request. */
export type Answer = (
	number: (name: string, otherwise: number) => number,
	query: URLSearchParams,
) => object;

/** What Paging Setup: Automatic made of a server. */
export interface Outcome {
	/** Ids that were read; none when it was refused. */
	ids: number[];
	/** Message and advice when it was refused; empty when it was not. */
	refusal: string;
	evidence: string[];
	source: Record<string, unknown>;
	incomplete: string[];
	/** How the run went; `undefined` when it was refused. */
	stopped?: Summary;
	beginsAt?: string | undefined;
	/** Requests until the dataset was found or not. */
	asked: number;
	/** The queries of all requests, in order. */
	queries: string[];
}

/** Reads a server from its URL alone. An answer with `status` is a whole response, else a body. */
export async function readBy(
	answer: Answer,
	url = URL_LIST,
	options: Partial<PagingOptions> = {},
): Promise<Outcome> {
	const queries: string[] = [];
	const server = serve((request): Partial<PageResponse> => {
		queries.push(decodeURIComponent(new URL(request.url).search));
		const query = new URL(request.url).searchParams;
		const made = answer((name, otherwise) => Number(query.get(name) ?? otherwise), query);
		return isResponse(made) ? made : { body: made };
	});
	try {
		const found = await detectDataset(url, { send: server.send, ...options });
		const asked = server.seen.length;
		const ids: number[] = [];
		const { verifiesEnd = false } = options;
		const pages = paginate(found.dataset, {
			...{ send: found.replay, limits: { maxPages: 150 }, isProven: true, verifiesEnd },
		});
		const stopped = await forEachPage(pages, ({ items }) => {
			for (const item of items) ids.push(Object(item).id);
		});
		const { evidence, source, beginsAt } = found;
		const { incomplete } = stopped;
		return { ids, refusal: '', evidence, source, beginsAt, incomplete, stopped, asked, queries };
	} catch (error) {
		if (!(error instanceof PagingError)) throw error;
		const refusal = `${error.message} ${error.fix}`;
		const nothing = { ids: [], evidence: [], source: {}, incomplete: [] };
		return { ...nothing, refusal, asked: queries.length, queries };
	}
}

/** Pages of a size, by a number that counts from `first`. */
export const pages =
	(parameter: string, size: number, total: number, beside: object = {}, first = 1): Answer =>
	(number) => {
		const from = (number(parameter, first) - first) * size;
		return { ...beside, items: from < 0 ? [] : slice(total, from, size) };
	};

function isResponse(answer: object): answer is PageResponse {
	return 'status' in answer && 'body' in answer;
}

/** @returns the ids of so many records, as they come out of a complete run */
export function idsOf(total: number): number[] {
	return slice(total, 0, total).map(({ id }) => id);
}
