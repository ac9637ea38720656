import { nextUrls, parameter, rows, serve, tokens, URL_ROWS } from './fakeServer';
import { incompleteOf } from './incompleteOf';

const middle = (name: string, where = 'its URL') => [
	`The first request already contains the parameter "${name}" in ${where}, so reading may have started in the middle. Remove it to read from the beginning.`,
];
const last = () => serve(() => ({ body: { items: rows(0, 5), next: null } }));

describe('a first request that names a page already', () => {
	test.each([
		[`${URL_ROWS}?token=B`, middle('token')],
		[`${URL_ROWS}?a=1&token=25`, middle('token')],
		[`${URL_ROWS}?token=*`, []],
		[`${URL_ROWS}?token=-1`, []],
		[`${URL_ROWS}?token=`, []],
		[`${URL_ROWS}?token=1`, []],
		[`${URL_ROWS}?tokens=B`, []],
	])('token in %s', async (url, reasons) => {
		expect(await incompleteOf({ ...tokens(), url }, last())).toEqual(reasons);
	});

	test.each([
		[{ token: 'B' }, middle('token', 'its body')],
		[{ token: null }, []],
		[{ filter: { token: 'B' } }, []],
	])('token in the body %j', async (body, reasons) => {
		expect(await incompleteOf({ ...tokens(), method: 'POST', body }, last())).toEqual(reasons);
	});

	test('token of a POST whose parameters are in the query', async () => {
		const scheme = { parametersIn: 'query' };
		const dataset = { ...tokens('next', scheme), method: 'POST', url: `${URL_ROWS}?token=B` };
		expect(await incompleteOf(dataset, last())).toEqual(middle('token'));
		const inBody = { ...dataset, url: URL_ROWS, body: { token: 'B' } };
		expect(await incompleteOf(inBody, last())).toEqual([]);
	});

	test('token in a nested member of the body', async () => {
		const scheme = { request: { tokenParameter: 'page.after' } };
		const dataset = { ...tokens('next', scheme), method: 'POST', body: { page: { after: 'B' } } };
		expect(await incompleteOf(dataset, last())).toEqual(middle('page.after', 'its body'));
	});

	test.each([
		['cursor=B', 'cursor=C', middle('cursor')],
		['page=4', 'page=5', middle('page')],
		['$skip=100', '$skip=200', middle('$skip')],
		['page=1', 'page=2', []],
		['offset=0', 'offset=5', []],
		['since=2026-01-01', 'since=2026-01-01&p=2', []],
		['start=2026-01-01', 'start=2026-01-01&p=2', []],
		['a=1', 'a=2', []],
	])('position in a URL: %s, then %s', async (first, second, reasons) => {
		const server = serve((_request, count) => ({
			body: { items: rows(count, count + 1), next: count === 1 ? `${URL_ROWS}?${second}` : null },
		}));
		const dataset = { ...nextUrls(), url: `${URL_ROWS}?${first}` };
		expect(await incompleteOf(dataset, server)).toEqual(reasons);
	});

	test.each([
		[4, []],
		[5, middle('page')],
	])('is not said of a run that has read all %p of its total', async (total, reasons) => {
		const server = () =>
			serve((_request, count) => ({
				body: {
					items: rows(count * 2, count * 2 + 2),
					total,
					next: count === 1 ? `${URL_ROWS}?page=5` : null,
				},
			}));
		const dataset = { ...nextUrls(), url: `${URL_ROWS}?page=4` };
		const said = await incompleteOf(dataset, server());
		expect(said.filter((reason) => reason.includes('in the middle'))).toEqual(reasons);
	});

	test('is said of a run that was stopped by its limit, too', async () => {
		const server = serve((request) => ({
			body: { items: rows(0, 5), next: `${parameter(request, 'token')}+` },
		}));
		const dataset = { ...tokens(), url: `${URL_ROWS}?token=B` };
		expect(await incompleteOf(dataset, server, { limits: { limit: 2 } })).toEqual(middle('token'));
	});
});
