import type { IDataObject } from 'n8n-workflow';

import type { NodeUnderTest } from '../../sandbox/engine/singleNode';
import type { Fault } from '../../sandbox/service/faults';
import { nextRound, pauseClock, withFakeClock } from '../helpers/fakeClock';
import { harnessForAll } from '../helpers/harness';
import { describeError } from '../helpers/httpRequest';
import { Listeners } from '../helpers/listen';

const harness = harnessForAll();

const create = (options: IDataObject = {}, settings = {}) => ({
	type: 'scope',
	parameters: {
		resource: 'scope',
		operation: 'create',
		name: '={{ $json.name }}',
		owner: 'u',
		options,
	},
	settings,
});
const list = (options: IDataObject = {}) => ({
	type: 'scope',
	parameters: { resource: 'scope', operation: 'getMany', limit: 1, options },
});
const named = (name: string) =>
	[...harness.service.organization.scopes.values()].filter((scope) => scope.name === name);
/** Waits between the attempts that the service saw, in milliseconds. */
const waits = () =>
	harness.service.log
		.find('POST', '/v1/scopes')
		.map(({ at }, i, all) => at - (all[i - 1]?.at ?? at))
		.slice(1);

describe('a request that was not processed is sent again', () => {
	it('after a 429, no sooner than Retry-After says', async () => {
		harness.service.faults.add({
			fault: { kind: 'status', status: 429, retryAfter: '3' },
			path: '/v1/scopes',
		});
		const result = await withFakeClock(() => harness.run(create(), [{ name: 'Limited' }]));
		expect(result.status).toBe('success');
		expect(named('Limited')).toHaveLength(1);
		expect(waits()).toHaveLength(1);
		expect(waits()[0]).toBeGreaterThanOrEqual(3000);
		expect(waits()[0]).toBeLessThan(3500);
	});
});

describe('a request whose effect is unknown', () => {
	it('is not sent again if that could create a duplicate, and says why', async () => {
		harness.service.faults.add({
			fault: { kind: 'reset', when: 'after' },
			method: 'POST',
			path: '/v1/scopes',
		});
		const result = await harness.run(create(), [{ name: 'Once' }]);
		expect(harness.service.log.count('POST', '/v1/scopes')).toBe(1);
		expect(named('Once')).toHaveLength(1);
		expect(describeError(result.error)).toContain('closed the connection without a response');
		expect(describeError(result.error)).toContain('The request may have been processed anyway');
	});

	it('is said to have no effect where it cannot have any', async () => {
		const found = async (fault: Fault, node: NodeUnderTest) => {
			harness.service.faults.add({ fault, path: '/v1/scopes', times: 9 });
			const { error } = await withFakeClock(() => harness.run(node, [{ name: 'Never' }]));
			harness.service.faults.clear();
			return describeError(error);
		};
		const may = 'The request may have been processed';
		const broken: Fault = { kind: 'status', status: 502, body: 'html' };
		expect(await found(broken, create())).toContain(may);
		expect(await found({ kind: 'status', status: 201, body: 'html' }, create())).toContain(may);
		// Reading changes nothing, a 503 was not processed, and a 400 is an answer.
		expect(await found(broken, list())).not.toContain(may);
		expect(await found({ kind: 'status', status: 503 }, create())).not.toContain(may);
		expect(await found({ kind: 'status', status: 400 }, create())).not.toContain(may);
		// Nobody listens there.
		harness.setCredential({ accessToken: '', baseUrl: 'http://127.0.0.1:1' });
		expect(describeError((await harness.run(create(), [{}])).error)).not.toContain(may);
	});

	it('is given up after Timeout', async () => {
		harness.service.faults.add({ fault: { kind: 'hang' }, path: '/v1/scopes', times: 9 });
		const result = await withFakeClock(() => harness.run(list({ timeout: 0.1, maxWait: 1 })));
		expect(describeError(result.error)).toContain('did not respond in time');
		expect(describeError(result.error)).toContain('raise Timeout');
	});

	it('is recognized when the answer breaks off', async () => {
		harness.service.faults.add({ fault: { kind: 'truncate' }, path: '/v1/scopes' });
		const result = await withFakeClock(() => harness.run(list()));
		expect(result.status).toBe('success');
		expect(harness.service.log.count('GET', '/v1/scopes')).toBe(2);
	});
});

describe('an answer that does not come from the service', () => {
	const listeners = new Listeners();
	afterEach(() => listeners.close());
	const answerWith = async (status: number, type: string, body: string) => {
		const baseUrl = await listeners.http((request, response) => {
			if (request.url?.endsWith('/token')) {
				return void response.end('{"access_token":"t","expires_in":600}');
			}
			response.writeHead(status, { 'Content-Type': type }).end(body);
		});
		harness.setCredential({ baseUrl });
		return await harness.run(list());
	};

	it("a proxy's page with status 403", async () => {
		const result = await answerWith(403, 'text/html', '<html>Blocked by policy</html>');
		expect(describeError(result.error)).toContain(
			'The service returned status 403 with a web page',
		);
	});

	it('a login page with status 200', async () => {
		const result = await answerWith(200, 'text/html', '<!doctype html><form>');
		expect(describeError(result.error)).toContain('returned a web page instead of JSON');
		expect(describeError(result.error)).toContain('Check Base URL');
	});

	it('an unknown address of some other service', async () => {
		const result = await answerWith(404, 'application/json', '{"detail":"nope"}');
		expect(describeError(result.error)).toContain('Check Base URL in the credential');
	});
});

describe('when the execution is canceled', () => {
	/** Runs two items, cancels while the first is under way, and lets minutes pass. */
	const cancelDuringFirst = async (isUnderWay: () => boolean) => {
		pauseClock();
		try {
			const stop = new AbortController();
			const items = [{ name: 'Canceled' }, { name: 'Next' }];
			const node = create({ concurrentRequests: 1 });
			const running = harness.run(node, items, { signal: stop.signal });
			while (!isUnderWay()) await nextRound();
			stop.abort();
			for (let minute = 0; minute < 5; minute++) {
				await jest.advanceTimersByTimeAsync(60_000);
				for (let round = 0; round < 20; round++) await nextRound();
			}
			return await running;
		} finally {
			jest.useRealTimers();
		}
	};
	const requests = () => harness.service.log.find('POST', '/v1/scopes');

	it('no wait goes on, and nothing is sent after it', async () => {
		harness.service.faults.add({
			fault: { kind: 'status', status: 429, retryAfter: '100' },
			path: '/v1/scopes',
		});
		const result = await cancelDuringFirst(() => requests()[0]?.status === 429);
		expect(result.status).toBe('canceled');
		expect(requests()).toHaveLength(1);
	});

	it('a request under way ends, and the next item is not sent', async () => {
		harness.service.faults.add({ fault: { kind: 'hang' }, path: '/v1/scopes' });
		const result = await cancelDuringFirst(() => requests().length === 1);
		expect(result.status).toBe('canceled');
		expect(requests()).toHaveLength(1);
	});

	it('a wait for a token ends too', async () => {
		harness.service.authority.revokeAll();
		harness.setCredential({ scope: 'grc:read grc:write' });
		const token = '/tprm-api/oauth/token';
		harness.service.faults.add({
			fault: { kind: 'status', status: 429, retryAfter: '30' },
			path: token,
		});
		const result = await cancelDuringFirst(
			() => harness.service.log.find('POST', token)[0]?.status === 429,
		);
		expect(result.status).toBe('canceled');
		expect(requests()).toHaveLength(0);
	});
});
