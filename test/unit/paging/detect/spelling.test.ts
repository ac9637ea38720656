import {
	camel,
	kebab,
	lowerFirst,
	snake,
	wordsIn,
} from '../../../../nodes/shared/paging/detect/spelling';

test.each([
	['pageToken', 'page-token', 'page_token', 'pageToken'],
	['page_token', 'page-token', 'page_token', 'pageToken'],
	['page-token', 'page-token', 'page_token', 'pageToken'],
	['PageToken', 'page-token', 'page_token', 'pageToken'],
	['page2Token', 'page2-token', 'page2_token', 'page2Token'],
	['next', 'next', 'next', 'next'],
])('%s with hyphens, underscores, and capital letters', (name, hyphens, underscores, capitals) => {
	expect([kebab(name), snake(name), camel(name)]).toEqual([hyphens, underscores, capitals]);
});

test('a small letter at the beginning', () => {
	expect(['Token', 'TOKEN', 'token', ''].map(lowerFirst)).toEqual(['token', 'tOKEN', 'token', '']);
});

test.each([
	['nextPage', ['next', 'page']],
	['next_page', ['next', 'page']],
	['next--page', ['next', 'page']],
	['Next Page', ['next', 'page']],
	['page2Next', ['page2', 'next']],
	['nextpage', ['nextpage']],
])('the words of %s', (name, words) => {
	expect(wordsIn(name)).toEqual(words);
});
