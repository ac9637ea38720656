import fc from 'fast-check';

import { validateDataset } from '../../../nodes/shared/paging';
import { graphql, nextUrls, offsets, pageBased, read, tokens, withMembers } from './fakeServer';
import { anyServer, type RandomServer } from './randomServer';
import { amount } from '../../helpers/amounts';

/** Every field that the specification has. */
const SPECIFIED = new Set([
	...['url', 'method', 'property', 'body', 'pagingScheme'],
	...['type', 'request', 'response', 'pageUntil', 'tokenType'],
	...['pageParameter', 'pageStartingValue', 'offsetParameter', 'offsetStartingValue'],
	...['limitParameter', 'limitValue', 'tokenParameter', 'totalCount', 'nextToken', 'pageInfo'],
]);

const specified: fc.Arbitrary<object> = fc.oneof(
	anyServer.map(({ dataset }) => dataset),
	fc.constantFrom(tokens(), nextUrls(), graphql(), pageBased('header:Content-Range'), offsets()),
);

const nothing = fc.constantFrom<unknown[]>(undefined, null, '', ' ');

test('a dataset of the specification is read as nothing else', () => {
	fc.assert(
		fc.property(specified, nothing, (dataset, empty) => {
			const plain = validateDataset(dataset);
			const { pagingScheme } = plain.dataset;
			const parts = [plain.dataset, pagingScheme, pagingScheme?.request, pagingScheme?.response];
			const members = parts.flatMap((part) => Object.entries(part ?? {}));
			const names = members.filter(([, value]) => value !== undefined).map(([name]) => name);
			expect(names.filter((name) => !SPECIFIED.has(name))).toEqual([]);

			// Empty members, as a form sends them, change nothing, nor do they warn.
			const text = typeof empty === 'string' ? '' : empty;
			const filled = withMembers(dataset, {
				endStatuses: [],
				parametersIn: text,
				request: { keepParameters: [] },
				response: { moreRecords: empty, lastPage: empty, totalPages: empty, nextBase: empty },
			});
			expect(validateDataset(filled)).toEqual(plain);
		}),
		{ numRuns: amount(100, 500) },
	);
});

/** Members that agree with what a server does anyway. */
function withIdleMembers({ dataset }: RandomServer): object {
	const isPost = Object(dataset).method === 'POST';
	return withMembers(dataset, {
		endStatuses: [400, 404, 416],
		parametersIn: isPost ? 'body' : 'query',
	});
}

test('members that have nothing to do change nothing', async () => {
	await fc.assert(
		fc.asyncProperty(anyServer, fc.integer({ min: 1, max: 4 }), async (server, prefetch) => {
			const options = { limits: { maxPages: 20, prefetch } };
			const plain = await read(server.dataset, { send: server.answer }, options);
			const idle = await read(withIdleMembers(server), { send: server.answer }, options);
			expect(idle.pages).toEqual(plain.pages);
			const { resume, ...expected } = plain.summary;
			expect(idle.summary).toMatchObject(expected);
			expect(idle.summary.resume?.position).toEqual(resume?.position);
		}),
		{ numRuns: amount(100, 300) },
	);
});
