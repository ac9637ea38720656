import fc from 'fast-check';

import type { Limits, ResumePoint } from '../../../nodes/shared/paging';
import { paginate, validateDataset } from '../../../nodes/shared/paging';
import { amount } from '../../helpers/amounts';
import { read } from './fakeServer';
import { anyServer, anyServerOfMeans, inAnyOrder } from './randomServer';

const MOST_PAGES = 40;

test('the resume point of a page is that of a run that stops behind it, and leads to the rest', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.oneof(anyServer, anyServerOfMeans),
			fc.integer({ min: 1, max: 5 }),
			fc.option(fc.integer({ min: 1, max: 30 }), { nil: Infinity }),
			async ({ dataset, answer }, prefetch, limit) => {
				const run = async (limits: Limits, resume?: unknown) =>
					await read(dataset, { send: answer }, { limits: { prefetch, limit, ...limits }, resume });
				const whole = await run({ maxPages: MOST_PAGES });

				const points: Array<ResumePoint | null> = [];
				const pages = paginate(validateDataset(dataset).dataset, {
					send: inAnyOrder(answer, [3, 1, 4, 1, 5, 9, 2, 6]).send,
					limits: { prefetch, limit, maxPages: MOST_PAGES },
				});
				for await (const page of pages) points.push(page.resume());

				expect(points).toHaveLength(whole.pages.length);
				for (const [index, point] of points.entries()) {
					const stopped = await run({ maxPages: index + 1 });
					expect(point).toEqual(stopped.summary.resume);
					if (point === null) {
						expect(index).toBe(points.length - 1);
						continue;
					}
					const left = { maxPages: MOST_PAGES - index, limit: limit - stopped.items.length };
					const rest = await run(left, JSON.parse(JSON.stringify(point)));
					const both = [...stopped.items, ...rest.items];
					expect(both.slice(0, whole.items.length)).toEqual(whole.items);
					if (whole.summary.stopReason !== 'maxPages') {
						expect(both).toHaveLength(whole.items.length);
					}
				}
			},
		),
		{ numRuns: amount(60, 200) },
	);
});
