import { isDeepStrictEqual } from 'node:util';

import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';
import { pauseClock, until } from '../helpers/fakeClock';

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());

async function call(path: string, body?: object) {
	const response = await fetch(
		service.url + path,
		body && {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify(body),
		},
	);
	return { status: response.status, body: (await response.json()) as Record<string, never> };
}

const query = (declarations: string, after = '') => ({
	query: `query ${declarations} { vendors(first: 2${after}) { nodes { id } pageInfo { hasNextPage } } }`,
});

describe('the sample APIs are strict', () => {
	it.each([
		['/sample/pages?pagesize=10', undefined, 422],
		['/sample/pages?page=0', undefined, 400],
		['/sample/pages?pageSize=501', undefined, 422],
		['/sample/pages?page=one', undefined, 422],
		['/sample/pages?page=2', { pageSize: 10 }, 400],
		['/sample/pages', { page: '2' }, 422],
		['/sample/offsets?offset=0&first=1', undefined, 400],
		['/sample/tokens?pageToken=unknown', undefined, 400],
		['/sample/urls', { cursor: 'x' }, 400],
		['/sample/graphql', query('($first: Int)', ', after: $after'), 400],
		['/sample/graphql', { ...query(''), variables: { after: 'x' } }, 400],
		['/sample/graphql', { query: 'query {' }, 400],
		['/tprm-api/sample/pages', undefined, 401],
	])('%s %j is refused', async (path, body, status) => {
		expect((await call(path, body)).status).toBe(status);
	});

	it('refuses what is too much per second and at once', async () => {
		/** Time stands still until all of them were taken or refused. */
		const refused = async (path: string, count: number) => {
			service.log.clear();
			pauseClock();
			const calls = Array.from({ length: count }, async () => await call(path));
			const { log } = service;
			await until(() => log.requests.length === count && log.open <= 4);
			jest.advanceTimersByTime(1_000);
			jest.useRealTimers();
			return (await Promise.all(calls)).filter(({ status }) => status === 429).length;
		};
		expect(await refused('/sample/busy', 6)).toBe(2);
		expect(await refused('/sample/limited', 25)).toBe(15);
	});

	it('reviews one record each minute, and no other one changes', async () => {
		const read = async () =>
			(await call('/sample/reviewed?records=30')).body.items as unknown as object[];
		const before = await read();
		service.clock.advance(60_000);
		const after = await read();
		expect(after.filter((record, index) => !isDeepStrictEqual(record, before[index]))).toHaveLength(
			1,
		);
	});
});
