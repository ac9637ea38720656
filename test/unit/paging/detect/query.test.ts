import { namesPosition, sizeIn } from '../../../../nodes/shared/paging/detect/query';
import { URL_LIST } from './firstPage';

describe('whether a URL says where its page is', () => {
	test.each([
		// Later pages than the first.
		['page=2', true],
		['p=2', true],
		['offset=20', true],
		['page=1', false],
		['page=0', false],
		['offset=0', false],
		// Records around the page.
		['after=abc', true],
		['since_id=17', true],
		['endingBefore=abc', true],
		// Tokens.
		['cursor=abc', true],
		['page_token=abc', true],
		['starting_after=abc', true],
		// Tokens of other things.
		['token=abc', false],
		['private_token=abc', false],
		['access_token=abc', false],
		['sync_token=abc', false],
		['token_type=abc', false],
		// The rest.
		['', false],
		['q=abc', false],
		['sort=name&limit=20', false],
		['q=abc&cursor=abc', true],
	])('?%s: %j', (query, isNamed) => {
		expect(namesPosition(`${URL_LIST}?${query}`)).toBe(isNamed);
	});
});

describe('the page size in a URL', () => {
	test.each([
		['limit=20', 20],
		['per_page=100', 100],
		['pageSize=5', 5],
		['$top=50', 50],
		['count=10', 10],
		['first=10', 10],
		['n=10', 10],
		['limit=123456789', 123_456_789],
		['limit=all&count=10', 10],
		['limit=1234567890', undefined],
		['limit=0', undefined],
		['limit=020', undefined],
		['limit=-20', undefined],
		['limit=20,40', undefined],
		['limit=20px', undefined],
		['limit=', undefined],
		['name=20', undefined],
		['', undefined],
	])('?%s: %j', (query, size) => {
		expect(sizeIn(`${URL_LIST}?${query}`)).toBe(size);
	});
});
