import { NODE } from '../../sandbox/engine/singleNode';
import { harnessForAll } from '../helpers/harness';
import { pagedHttp, runPaged } from '../helpers/pagedHttp';

/** What is worth knowing of a run, and needs nothing to be done: in its summary, once, and nowhere else. */

const harness = harnessForAll();

const RELATIVE =
	'pagingScheme.response.nextToken "next" contains relative URLs, which were resolved against the URL of their page. If the API means another base, set pagingScheme.response.nextBase to its path in the response.';

/** Next URLs below another path than the list: `/sample/…?page=2`. */
const ELSEWHERE = {
	url: '/sample/broken/url-other-path?page=1',
	property: 'items',
	pagingScheme: {
		type: 'nextToken',
		tokenType: 'url',
		response: { nextToken: 'next' },
		pageUntil: 'noNextToken',
	},
};

test.each(['warn', 'fail'])('relative next URLs, On Incomplete: %s', async (onIncomplete) => {
	const { items, summary, result } = await runPaged(
		harness,
		pagedHttp(ELSEWHERE, { onIncomplete }),
	);
	expect(items.length).toBeGreaterThan(0);
	expect(summary).toMatchObject({ notes: [RELATIVE], warnings: [], incomplete: [] });
	expect(Number(summary.pages)).toBeGreaterThan(2);
	const hints = result.hints(NODE).filter(({ message }) => message.includes('relative'));
	expect(hints).toEqual([]);
});

test('a run has none where there is nothing to say', async () => {
	const pagingScheme = { ...ELSEWHERE.pagingScheme, response: { nextToken: 'header:Link' } };
	const dataset = { ...ELSEWHERE, url: '/sample/urls?records=250', pagingScheme };
	const { summary } = await runPaged(harness, pagedHttp(dataset));
	expect(summary).toMatchObject({ notes: [], warnings: [] });
});
