import fc from 'fast-check';

import type { PageResponse, Send } from '../../../nodes/shared/paging';
import { offsets, pageBased, parameter, withMembers } from './fakeServer';

/** What a server says about one page. */
type PageKind = number | 'repeat' | 'missing' | 'refused' | 'broken' | 'noContent' | 'past';

/** A server of numbered pages, and the dataset that reads it. */
export interface RandomServer {
	dataset: object;
	answer: Send;
	toString(): string;
}

const SIZE = 3;

const anyKind: fc.Arbitrary<PageKind> = fc.oneof(
	{ weight: 12, arbitrary: fc.integer({ min: 1, max: SIZE + 1 }) },
	{ weight: 2, arbitrary: fc.constant<PageKind>(0) },
	{ weight: 1, arbitrary: fc.constantFrom<PageKind>('repeat', 'missing', 'noContent') },
	{ weight: 1, arbitrary: fc.constantFrom<PageKind>('refused', 'broken') },
);

/** @returns the total that goes with a page */
type TotalKind =
	'correct' | 'honest' | 'low' | 'high' | 'growing' | 'text' | 'garbage' | 'sometimes';

/** What a dataset has beyond the specification, and how its server behaves about it. */
interface Means {
	flag: 'moreRecords' | 'lastPage' | undefined;
	says: 'honest' | 'always more' | 'sometimes' | 'garbage';
	endStatuses: number[];
	total: 'pages' | 'fewer pages' | 'range' | 'unknown range' | 'late range' | undefined;
	inQuery: boolean;
}

/** Servers with gaps, failing pages, totals that lie, and any behaviour past their end. */
export const anyServer: fc.Arbitrary<RandomServer> = fc
	.record({
		pages: fc.array(anyKind, { maxLength: 12 }),
		beyond: fc.constantFrom<PageKind>(0, 0, 'repeat', 'missing', 'refused', 'broken', 'noContent'),
		total: fc.constantFrom<TotalKind | undefined>(
			undefined,
			undefined,
			'honest',
			'honest',
			'low',
			'high',
			'growing',
			'text',
			'garbage',
			'sometimes',
		),
		byOffset: fc.boolean(),
		first: fc.constantFrom(0, 1),
		post: fc.boolean(),
	})
	.map(build);

const anyModel = fc.record({
	pages: fc.array(anyKind, { maxLength: 12 }),
	beyond: fc.constantFrom<PageKind>(0, 'past', 'past', 'repeat', 'missing', 'refused', 'noContent'),
	total: fc.constantFrom<TotalKind | undefined>(undefined, undefined, 'honest', 'growing'),
	byOffset: fc.boolean(),
	first: fc.constantFrom(0, 1),
	post: fc.boolean(),
	means: fc.record<Means>({
		flag: fc.constantFrom<Means['flag'][]>(undefined, 'moreRecords', 'lastPage'),
		says: fc.constantFrom<Means['says'][]>(
			'honest',
			'honest',
			'always more',
			'sometimes',
			'garbage',
		),
		endStatuses: fc.constantFrom([], [404], [400, 416], [400, 404, 416]),
		total: fc.constantFrom<Means['total'][]>(
			undefined,
			undefined,
			'pages',
			'fewer pages',
			'range',
			'unknown range',
			'late range',
		),
		inQuery: fc.boolean(),
	}),
});

/** Servers like any other, with datasets that have members beyond the specification. */
export const anyServerOfMeans: fc.Arbitrary<RandomServer> = anyModel.map(build);

/** Servers without anything odd: full pages, one total. */
export const honestServer: fc.Arbitrary<RandomServer> = fc
	.record({
		full: fc.nat(10),
		rest: fc.nat(SIZE - 1),
		beyond: fc.constantFrom<PageKind>(0, 'broken'),
		total: fc.constant<TotalKind>('correct'),
		byOffset: fc.boolean(),
		first: fc.constantFrom(0, 1),
		post: fc.boolean(),
	})
	.map(({ full, rest, ...others }) => {
		const pages = [...Array.from({ length: full }, () => SIZE), ...(rest > 0 ? [rest] : [])];
		return build({ pages, ...others });
	});

interface Model {
	pages: PageKind[];
	beyond: PageKind;
	total: TotalKind | undefined;
	byOffset: boolean;
	first: number;
	post: boolean;
	means?: Means;
}

function build(model: Model): RandomServer {
	const { pages, beyond, first, means } = model;
	const byOffset = model.byOffset && !means?.total?.includes('pages');
	const request = byOffset
		? { offsetStartingValue: first, limitValue: SIZE }
		: { pageStartingValue: first, limitValue: SIZE };
	const make = byOffset ? offsets : pageBased;
	const base = withMeans(make(totalPath(model), request), model);
	const answer: Send = async (asked) => {
		const { url } = asked;
		const located = means?.inQuery ? ({ method: 'GET', url } as const) : asked;
		const value = Number(parameter(located, byOffset ? 'offset' : 'page')) - first;
		const index = byOffset ? value / SIZE : value;
		const kind = index < pages.length ? (pages[index] ?? 0) : beyond;
		return say(kind, index, model);
	};
	return {
		dataset: { ...base, method: model.post ? 'POST' : 'GET' },
		answer,
		toString: () => JSON.stringify(model),
	};
}

function totalPath({ total, means }: Model): string | undefined {
	if (means?.total?.includes('range')) return 'header:Content-Range';
	return means?.total === undefined && total === undefined ? undefined : 'total';
}

/** @returns the dataset with the members beyond the specification that a model has */
function withMeans(dataset: object, { means, post }: Model): object {
	if (!means) return dataset;
	const { flag, endStatuses, total, inQuery } = means;
	const countsPages = total?.includes('pages');
	return withMembers(dataset, {
		endStatuses,
		...(post && inQuery && { parametersIn: 'query' }),
		response: {
			...(flag && { [flag]: 'flag' }),
			...(countsPages && { totalPages: 'pageCount', totalCount: undefined }),
		},
	});
}

function meansAt(index: number, { pages, means }: Model): { body: object; headers: object } {
	if (!means) return { body: {}, headers: {} };
	const { flag, says, total } = means;
	const hasMore = says === 'always more' || index + 1 < pages.length;
	const isMissing = (says === 'sometimes' && index % 3 === 2) || flag === undefined;
	const value = says === 'garbage' && index > 2 ? 'maybe' : hasMore === (flag === 'moreRecords');
	const isKnown = total === 'range' || (total === 'late range' && index + 1 >= pages.length);
	const range = `items 0-1/${isKnown ? pages.length * SIZE : '*'}`;
	return {
		body: {
			...(!isMissing && { flag: value }),
			pageCount: total === 'fewer pages' ? Math.floor(pages.length / 2) : pages.length,
		},
		headers: total?.includes('range') ? { 'content-range': range } : {},
	};
}

function say(kind: PageKind, index: number, model: Model): PageResponse {
	const means = meansAt(index, model);
	const answer = { status: 200, headers: { ...means.headers } };
	if (kind === 'past') return { ...answer, status: 404, body: undefined };
	if (kind === 'broken') throw new Error(`page ${index} broke`);
	if (kind === 'refused') return { ...answer, status: 500, body: { message: 'refused' } };
	if (kind === 'missing') return { ...answer, body: {} };
	if (kind === 'noContent') return { ...answer, status: 204, body: undefined };
	const items = kind === 'repeat' ? recordsBefore(index, model) : records(index, kind);
	return { ...answer, body: { items, total: totalAt(index, model), ...means.body } };
}

const records = (index: number, count: number) =>
	Array.from({ length: count }, (_, place) => ({ page: index, place }));

function recordsBefore(index: number, { pages }: Model): object[] {
	for (let at = Math.min(index, pages.length) - 1; at >= 0; at--) {
		const kind = pages[at];
		if (typeof kind === 'number') return records(at, kind);
	}
	return [];
}

function totalAt(index: number, { pages, total }: Model): unknown {
	const honest = pages.length * SIZE;
	switch (total) {
		case 'correct':
			return pages.reduce<number>((sum, kind) => sum + Number(kind), 0);
		case 'honest':
			return honest;
		case 'low':
			return Math.floor(honest / 2);
		case 'high':
			return honest + 2 * SIZE;
		case 'growing':
			return SIZE * (index + (index < pages.length ? 2 : 0));
		case 'text':
			return String(honest);
		case 'garbage':
			return index < 3 ? honest : 'many';
		case 'sometimes':
			return index % 3 === 2 ? undefined : honest;
		case undefined:
			return undefined;
	}
}

/**
 * Answers requests in an order of its own, one at a time, with nothing but promises.
 *
 * @param order picks which of the open requests is answered next
 * @returns the sender, what it was asked, and the most requests that were open at once
 */
export function inAnyOrder(answer: Send, order: readonly number[]) {
	const open: Array<() => void> = [];
	const state = { seen: new Array<string>(), mostOpen: 0, turn: 0 };
	const next = () => {
		const pick = order[state.turn++ % Math.max(1, order.length)] ?? 0;
		open.splice(pick % open.length, 1)[0]?.();
	};
	const send: Send = async (request, control) => {
		state.seen.push(JSON.stringify(request));
		await new Promise<void>((resolve) => {
			open.push(resolve);
			state.mostOpen = Math.max(state.mostOpen, open.length);
			setImmediate(next);
		});
		return await answer(request, control);
	};
	return { send, state };
}
