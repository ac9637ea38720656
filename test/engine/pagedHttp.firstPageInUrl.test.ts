import { NODE } from '../../sandbox/engine/singleNode';
import { withFakeClock } from '../helpers/fakeClock';
import { harnessForAll } from '../helpers/harness';
import { Listeners } from '../helpers/listen';
import { rowsOf } from '../helpers/pagedRows';

const harness = harnessForAll();
const listeners = new Listeners();
afterEach(() => listeners.close());

const SIZE = 10;

/** Where a page starts, by the parameter that the API pages by. */
const STARTS: Record<string, (value: number) => number> = {
	'page=0': (page) => page * SIZE,
	'page=1': (page) => (page - 1) * SIZE,
	'offset=0': (offset) => offset,
	'skip=0': (offset) => offset,
	'startAt=0': (offset) => offset,
	'startAt=1': (first) => first - 1,
};

it.each(Object.keys(STARTS))(
	'a URL with %s starts with the first page, and nothing else is said',
	async (query) => {
		const [name = '', first = ''] = query.split('=');
		for (const isRefused of [true, false]) {
			const url = await listeners.http((request, response) => {
				const { searchParams } = new URL(request.url ?? '', 'http://localhost');
				const start = STARTS[query]?.(Number(searchParams.get(name) ?? first)) ?? 0;
				const status = start < 0 && isRefused ? 400 : 200;
				const items = rowsOf(1, 45).slice(Math.max(start, 0), Math.max(start, 0) + SIZE);
				response.writeHead(status, { 'Content-Type': 'application/json' });
				response.end(
					JSON.stringify(status === 200 ? { items, total: 45 } : { message: 'No page' }),
				);
			});
			const parameters = {
				authentication: 'none',
				source: 'automatic',
				url: `${url}/list?${query}`,
				returnAll: true,
			};
			const result = await withFakeClock(
				async () => await harness.run({ type: 'pagedHttp', parameters }),
			);
			expect(result.json(NODE)).toHaveLength(45);
			expect(result.hints(NODE).map(({ message }) => message)).toEqual(['All 45 records read.']);
		}
	},
);
