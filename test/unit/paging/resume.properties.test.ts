import fc from 'fast-check';

import type { Limits, Send, Summary } from '../../../nodes/shared/paging';
import { connection, graphql, nextUrls, parameter, read, tokens, URL_ROWS } from './fakeServer';
import { anyServer, anyServerOfMeans, inAnyOrder } from './randomServer';
import { amount } from '../../helpers/amounts';

interface Readable {
	dataset: object;
	answer: Send;
	toString(): string;
}

/** Pages that lead on as listed: to the next, to any other (a loop), or nowhere. */
const linkedServer: fc.Arbitrary<Readable> = fc
	.record({
		next: fc.array(fc.option(fc.nat(8), { freq: 6 }), { minLength: 1, maxLength: 9 }),
		sizes: fc.array(fc.nat(3), { minLength: 1, maxLength: 9 }),
		kind: fc.constantFrom('token', 'url', 'graphql'),
		inOrder: fc.boolean(),
	})
	.map(({ next, sizes, kind, inOrder }) => {
		const link = (page: number) => {
			const target = inOrder ? page + 1 : next[page % next.length];
			return target === null || target === undefined || target > 8 ? undefined : target;
		};
		const records = (page: number) =>
			Array.from({ length: sizes[page % sizes.length] ?? 0 }, (_, place) => ({ page, place }));
		const answers: Record<string, Send> = {
			token: async (request) => {
				const page = Number(parameter(request, 'token') ?? 0);
				return ok({ items: records(page), next: link(page) });
			},
			url: async (request) => {
				const page = Number(parameter(request, 'p') ?? 0);
				const target = link(page);
				const url = `${URL_ROWS}?p=${target}`;
				return ok({ items: records(page), next: target === undefined ? null : url });
			},
			graphql: async (request) => {
				const { after } = Object(request.body?.variables);
				const page = Number(after ?? 0);
				const target = link(page);
				const cursor = target === undefined ? null : String(target);
				return ok(connection(records(page), target !== undefined, cursor).body);
			},
		};
		const datasets: Record<string, object> = {
			token: tokens(),
			url: nextUrls(),
			graphql: graphql(),
		};
		return {
			dataset: datasets[kind] ?? {},
			answer: answers[kind] ?? (async () => ok({})),
			toString: () => JSON.stringify({ next, sizes, kind, inOrder }),
		};
	});

const ok = (body: unknown) => ({ status: 200, headers: {}, body });

/** How each of the runs is cut short; the last one goes on until nothing is left. */
type Cut = { by: 'maxPages' | 'limit' | 'outage' | 'cancel'; after: number };
const cuts = fc.array(
	fc.record({
		by: fc.constantFrom<Cut['by']>('maxPages', 'limit', 'outage', 'cancel'),
		after: fc.integer({ min: 1, max: 7 }),
	}),
	{ maxLength: 6 },
);

async function runCut(server: Readable, cut: Cut | undefined, prefetch: number, resume: unknown) {
	const controller = new AbortController();
	let sent = 0;
	const answer: Send = async (request, control) => {
		sent++;
		if (cut?.by === 'outage' && sent >= cut.after) throw new Error('outage');
		if (cut?.by === 'cancel' && sent >= cut.after) controller.abort();
		return await server.answer(request, control);
	};
	const limits: Limits = { maxPages: 40, prefetch };
	if (cut?.by === 'maxPages') limits.maxPages = cut.after;
	if (cut?.by === 'limit') limits.limit = cut.after;
	const shuffled = inAnyOrder(answer, [3, 1, 4, 1, 5, 9, 2, 6]);
	return await read(server.dataset, shuffled, { limits, resume, signal: controller.signal });
}

/** @returns whether the server itself never lets a run finish */
const isStuck = ({ stopReason, resume }: Summary) =>
	stopReason === 'maxPages' || (stopReason === 'error' && resume !== null);

test('a run that is cut anywhere, any number of times, and resumed equals one run', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.oneof(linkedServer, anyServer, anyServerOfMeans),
			cuts,
			fc.integer({ min: 1, max: 5 }),
			async (server, given, prefetch) => {
				const whole = await read(
					server.dataset,
					{ send: server.answer },
					{ limits: { maxPages: 40 } },
				);
				const items: unknown[] = [];
				const indexes = new Set<number>();
				let resume: unknown = null;
				for (const cut of [...given, undefined]) {
					const part = await runCut(server, cut, prefetch, resume);
					items.push(...part.items);
					for (const { index } of part.pages) indexes.add(index);
					const { summary } = part;
					expect(summary.items).toBe(part.items.length);
					if (summary.resume === null || cut === undefined) {
						expect(summary.stopReason).toBe(whole.summary.stopReason);
						break;
					}
					expect(summary.resume.items).toBe(items.length);
					resume = JSON.parse(JSON.stringify(summary.resume));
				}
				expect(items).toEqual(whole.items.slice(0, items.length));
				expect(Array.from(indexes)).toEqual(Array.from({ length: indexes.size }, (_, at) => at));
				if (!isStuck(whole.summary)) expect(items).toEqual(whole.items);
			},
		),
		{ numRuns: amount(100, 500) },
	);
});
