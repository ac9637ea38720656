import { forEachPage, paginate } from '../../../../nodes/shared/paging';
import { PagingError } from '../../../../nodes/shared/paging/errors';
import { detectDataset } from '../../../../nodes/shared/paging/detect/detectDataset';
import { inTurn } from '../../../helpers/amounts';
import { type Api, type ApiOptions, type FakeApi, startApi } from './api';
import { LINKED } from './apis';
import { BY_NUMBER } from './apisByNumber';
import { OF_PAGINATORS } from './apisOfPaginators';
import { BY_TOKEN } from './apisByToken';

const APIS = [...LINKED, ...BY_TOKEN, ...BY_NUMBER, ...OF_PAGINATORS];

/** Reads an API from its URL alone, as the node does. */
async function readAll(api: FakeApi) {
	const found = await detectDataset(api.url, { send: api.send });
	const items: unknown[] = [];
	const pages = paginate(found.dataset, { send: found.send, limits: { maxPages: 50 } });
	const summary = await forEachPage(pages, (page) => void items.push(...page.items));
	return { items, summary, found };
}

/** One API lists ids instead of records. */
function expected({ name }: Api, { records }: FakeApi): unknown[] {
	return name.includes('of ids') ? records.map(({ id }) => id) : records;
}

type Server = [what: string, options: ApiOptions];

/** Each API is tried on one of these pairs; in the long run on both. */
const PAIRS: Server[][] = [
	[
		['23 records, 5 per page', { total: 23, size: 5 }],
		['20 records, 5 per page', { total: 20, size: 5 }],
	],
	[
		['23 records, 7 per page', { total: 23, size: 7 }],
		['23 records, 5 per page, other parameters refused', { total: 23, size: 5, isStrict: true }],
	],
];

describe.each(APIS.map((api) => [api.name, api] as const))('%s', (_name, api) => {
	test.each(inTurn(APIS.indexOf(api), PAIRS).flat())(
		'is read completely: %s',
		async (_what, options) => {
			const server = startApi(api, options);
			const { items, summary, found } = await readAll(server);

			expect(items).toEqual(expected(api, server));
			expect(summary.incomplete).toEqual([]);
			expect(found.evidence.at(-1)).toMatch(
				/^Page two has \d+ new records? with the same fields[.]$/,
			);
		},
	);

	test.each([0, 3, 7])('a single page of %i records is read, or refused', async (total) => {
		for (const isStrict of [true, false]) {
			const server = startApi(api, { total, size: 7, isStrict });
			const read = await readAll(server).catch((error: unknown) => error);
			if (read instanceof PagingError) expect(read.fix).toContain('Set Up Manually');
			else expect(read).toMatchObject({ items: expected(api, server) });
		}
	});
});
