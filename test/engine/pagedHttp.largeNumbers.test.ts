import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { harnessForAll } from '../helpers/harness';
import { describeError } from '../helpers/httpRequest';
import { Listeners } from '../helpers/listen';
import { pageBased, pagedHttp, runPaged } from '../helpers/pagedHttp';

/** Numbers beyond 2^53, which JavaScript rounds: IDs of messages, of LinkedIn, of X. */

const harness = harnessForAll();
const listeners = new Listeners();

afterEach(() => listeners.close());

const IDS = ['7615917337495251231', '7615917337495251232'];

const WARNING =
	'Numbers in "id" have more digits than n8n can store, so their last digits have changed. To read them as text, turn on Large Numbers as Text under Options > Advanced.';

/** What the API was asked. */
const asked: string[] = [];

/** @returns the address of an API with two records on page 1, and a token after it if there is one */
async function serve(next = ''): Promise<string> {
	const items = IDS.map((id) => `{"id":${id},"name":"a"}`).join();
	return await listeners.http(({ url = '' }, response) => {
		asked.push(url);
		const isFirst = !/page=[2-9]|token=/.test(url);
		const more = isFirst && next !== '' ? `,"next":${next}` : '';
		response.setHeader('Content-Type', 'application/json');
		response.end(`{"items":[${isFirst ? items : ''}]${more},"asked":${JSON.stringify(url)}}`);
	});
}

const read = async (options: IDataObject = {}, more: IDataObject = {}) => {
	const node = pagedHttp(pageBased('/rows'), options, { baseUrl: await serve(), ...more });
	const { result, summary } = await runPaged(harness, node);
	return { result, summary, ids: result.json(NODE).map(({ id }) => id) };
};

it('are reported once, with their field', async () => {
	const { result, summary } = await read();
	expect(summary).toMatchObject({ warnings: [WARNING], incomplete: [], items: 2 });
	expect(result.hints(NODE).map(({ message }) => message)).toEqual([WARNING]);
	expect(WARNING.length).toBeLessThanOrEqual(200);
});

it('stay exact as text, if the user wants that', async () => {
	const { summary, ids } = await read({ largeNumbersAsText: true });
	expect(ids).toEqual(IDS);
	expect(summary).toMatchObject({ warnings: [] });
});

it('are reported by Automatic as well', async () => {
	const parameters = { source: 'automatic', url: `${await serve()}/rows`, returnAll: true };
	const result = await harness.run({ type: 'pagedHttp', parameters });
	expect(result.json(NODE, 1)[0]?.warnings).toEqual([WARNING]);
});

it('identify records as text, and not as numbers', async () => {
	const changes = { readMode: 'changes', recordKey: 'id' };
	const rounded = await read({}, changes);
	expect(describeError(rounded.result.error)).toContain('lose their last digits');
	const exact = await read({ largeNumbersAsText: true }, changes);
	expect(exact.result.error).toBeUndefined();
	expect(exact.ids).toEqual(IDS);
});

it('are a token as text, and not as a number', async () => {
	const dataset = {
		...{ url: '/rows', method: 'GET', property: 'items' },
		pagingScheme: {
			...{ type: 'nextToken', request: { tokenParameter: 'token' } },
			...{ response: { nextToken: 'next' }, pageUntil: 'noNextToken' },
		},
	};
	const baseUrl = await serve(IDS[0]);
	const rounded = await runPaged(harness, pagedHttp(dataset, {}, { baseUrl }));
	expect(describeError(rounded.result.error)).toContain('more digits');
	expect(describeError(rounded.result.error)).toContain('Large Numbers as Text');
	asked.length = 0;
	const options = { largeNumbersAsText: true };
	const exact = await runPaged(harness, pagedHttp(dataset, options, { baseUrl }));
	expect(exact.result.error).toBeUndefined();
	expect(asked).toEqual(['/rows', `/rows?token=${IDS[0]}`]);
});
