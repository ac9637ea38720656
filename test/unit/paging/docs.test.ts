import { readFileSync } from 'node:fs';

import axios from 'axios';

import * as paging from '../../../nodes/shared/paging';
import type { Service } from '../../../sandbox/service/service';
import { startService } from '../../../sandbox/service/service';

/** The example of docs/paging.md, word for word. */
const [, example = ''] = /```js\n([^]*?)```/.exec(readFileSync('docs/paging.md', 'utf8')) ?? [];

type PagedDataSource = new (
	dataset: unknown,
	baseUrl: string,
) => { getData: () => Promise<unknown[]> };

const modules: Record<string, unknown> = { axios, 'n8n-nodes-grc-tprm/paging': paging };
const PagedDataSource = new Function('require', `${example}\nreturn PagedDataSource;`)(
	(name: string) => modules[name],
) as PagedDataSource;

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());

const dataset = (path: string, method: string) => ({
	url: path,
	method,
	property: 'items',
	body: {},
	pagingScheme: {
		type: 'pageBased',
		request: {
			pageParameter: 'page',
			pageStartingValue: 1,
			limitParameter: 'pageSize',
			limitValue: 500,
		},
		response: { totalCount: 'header:X-Total-Count' },
		pageUntil: 'reachTotalCount',
	},
});

test.each(['GET', 'POST'])('the documented data source reads all records by %s', async (method) => {
	const source = new PagedDataSource(dataset('/sample/pages', method), service.url);
	expect(await source.getData()).toHaveLength(2_350);
});

test('the documented data source throws what went wrong', async () => {
	const source = new PagedDataSource(dataset('/sample/nowhere', 'GET'), service.url);
	await expect(source.getData()).rejects.toThrow('status 401');
});
