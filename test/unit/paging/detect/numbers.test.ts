import { attemptsFor, type FirstResponse, seenIn, URL_LIST } from './firstPage';

/** @returns the parameters that would be numbered, with the first number: `page=1 offset=0` */
function numbersFor(response: FirstResponse, isGuess = false): string {
	return attemptsFor(response, isGuess)
		.flatMap((attempt) => {
			const [, name, start] = / as (\S+) from (\d+)$/.exec(attempt) ?? [];
			return name === undefined ? [] : [`${name}=${start}`];
		})
		.join(' ');
}

describe('a page number in the response', () => {
	test.each([
		[{ page: 1 }, 'page=1 pageNumber=1 page_number=1 pageIndex=1 p=1 pg=1 page=0 pageNumber=0'],
		[{ page: 0 }, 'page=0 pageNumber=0 page_number=0 pageIndex=0 p=0 pg=0 page=1 pageNumber=1'],
		[
			{ current_page: 1 },
			'page=1 current_page=1 pageNumber=1 page_number=1 pageIndex=1 p=1 pg=1 page=0 current_page=0',
		],
		[
			{ pageNo: 1 },
			'pageNo=1 page=1 pageNumber=1 page_number=1 pageIndex=1 p=1 pg=1 pageNo=0 page=0',
		],
		[
			{ meta: { page: 1 } },
			'page=1 page[number]=1 pagination[page]=1 pageNumber=1 page_number=1 pageIndex=1 p=1 page=0 page[number]=0',
		],
		[
			{ pagination: { page: 1 } },
			'page=1 pagination[page]=1 page[number]=1 pageNumber=1 page_number=1 pageIndex=1 p=1 page=0 pagination[page]=0',
		],
		[
			{ page: { number: 0, totalPages: 5 } },
			'page=0 page[number]=0 pagination[page]=0 pageNumber=0 page_number=0 pageIndex=0 p=0 page=1 page[number]=1',
		],
		[
			{ page: { current: 1 } },
			'page=1 page[number]=1 pagination[page]=1 pageNumber=1 page_number=1 pageIndex=1 p=1 page=0 page[number]=0',
		],
		[
			{ search_criteria: { current_page: 1 } },
			'searchCriteria[currentPage]=1 searchCriteria[currentPage]=0',
		],
		[{ page: 2 }, ''],
		[{ number: 1 }, ''],
		[{ next: { page: 'x' } }, ''],
	])('%j', (beside, numbers) => {
		expect(numbersFor({ beside })).toBe(numbers);
	});

	test('in a header', () => {
		expect(numbersFor({ headers: { 'X-Page': '1' } })).toBe(
			'page=1 pageNumber=1 page_number=1 pageIndex=1 p=1 pg=1 page=0 pageNumber=0',
		);
	});
});

describe('an offset in the response', () => {
	test.each([
		[{ offset: 0 }, 'offset=0 offset=0 start=0 skip=0 startIndex=0 from=0'],
		[{ startIndex: 1 }, 'startIndex=1 startIndex=1 start_index=1 offset=1 start=1 skip=1 from=1'],
		[
			{ start_at: 0 },
			'start_at=0 start_at=0 startAt=0 offset=0 start=0 skip=0 startIndex=0 from=0',
		],
		[{ offset: 0, limit: 10 }, 'offset=0 offset=0 start=0 skip=0 startIndex=0 from=0 offset=0'],
		[{ offset: 2 }, ''],
	])('%j', (beside, numbers) => {
		expect(numbersFor({ beside })).toBe(numbers);
	});

	test('in a header, which does not have the name of the parameter', () => {
		expect(numbersFor({ headers: { 'X-Start-At': '0' } })).toBe(
			'offset=0 offset=0 start=0 skip=0 startIndex=0 from=0',
		);
	});

	test('is tried as a page number after it was tried as an offset', () => {
		expect(attemptsFor({ beside: { offset: 0 } }).slice(0, 2)).toEqual([
			'an offset as offset from 0',
			'a page number as offset from 0',
		]);
	});

	test('the step is the number of records, then the page size that is larger', () => {
		const steps = seenIn({ beside: { offset: 0, limit: 10 } })
			.candidates.filter(({ attempt }) => attempt === 'an offset as offset from 0')
			.map(({ dataset }) => dataset.pagingScheme);
		expect(steps).toMatchObject([
			{ request: { offsetParameter: 'offset', limitValue: 5 } },
			{ request: { offsetParameter: 'offset', limitValue: 10 } },
		]);
	});
});

describe('a number in the URL', () => {
	test.each([
		['?page=3', 'page=3'],
		['?p=1', 'p=1'],
		['?offset=40&limit=20', 'offset=40'],
		['?$skip=0', '$skip=0'],
		['?page=next', ''],
		['?page=1234567890123456', ''],
	])('%s', (query, numbers) => {
		expect(numbersFor({ url: URL_LIST + query })).toBe(numbers);
	});
});

describe('usual parameters', () => {
	const USUAL =
		'page=1 page=0 offset=0 start=0 skip=0 pageNumber=1 page[number]=1 pagination[page]=1 pageNumber=0 page[number]=0 from=0 start=1 startIndex=0 startIndex=1';
	const RARE = [
		'pageNo=1 pageNo=0 page_no=1 page_no=0 page_number=1 page_number=0 pageIndex=1 pageIndex=0',
		'page_index=1 page_index=0 currentPage=1 currentPage=0 current_page=1 current_page=0',
		'pageNum=1 pageNum=0 p=1 p=0',
		'startAt=0 startAt=1 firstResult=0 firstResult=1 skipCount=0 skipCount=1',
	].join(' ');

	test('are tried in this order where nothing shows them', () => {
		expect(numbersFor({}, true)).toBe(`${USUAL} ${RARE}`);
	});

	test.each([
		['?limit=5', 'offset=0 skip=0 start=0 page=1 page=0'],
		['?_limit=5', '_skip=0 _start=0 _offset=0 _page=1 _page=0 page=1 page=0'],
		['?$limit=5', '$offset=0 page=1'],
		['?$top=5', '$skip=0 page=1'],
		['?take=5', 'skip=0 page=1'],
		['?rows=5', 'start=0 page=1'],
		['?count=5', 'offset=0 start=0 startIndex=0 page=1'],
		['?size=5', 'from=0 offset=0 page=1 page=0'],
		['?maxResults=5', 'startAt=0 start=0 page=1'],
		['?sysparm_limit=5', 'sysparm_offset=0 page=1'],
		['?resultsPerPage=5', 'startIndex=0 page=1'],
		['?page[limit]=5', 'page[offset]=0 offset=0 page[number]=1 page[number]=0 page[page]=1'],
		['?resultRecordCount=5', 'resultOffset=0 page=1'],
		['?per_page=5', 'page=1 page=0 offset=0'],
		[
			'?pageSize=5',
			'page=1 page=0 pageNumber=1 pageNumber=0 pageIndex=1 pageIndex=0 page_number=1 page_number=0 page[number]=1',
		],
		['?itemsPerPage=5', 'page=1 page=0 offset=0'],
		['?page[size]=5', 'page[number]=1 page[number]=0 page[page]=1 page[page]=0 page=1'],
		[
			'?pagination[pageSize]=5',
			'pagination[page]=1 pagination[page]=0 pagination[number]=1 pagination[number]=0 page=1',
		],
		[
			'?searchCriteria[pageSize]=5',
			'searchCriteria[currentPage]=1 searchCriteria[currentPage]=0 searchCriteria[number]=1',
		],
	])('%s: %s first', (query, numbers) => {
		expect(numbersFor({ url: URL_LIST + query }, true).startsWith(`${numbers} `)).toBe(true);
	});

	test.each<[string, FirstResponse, string]>([
		['Elasticsearch', { body: { hits: { total: 9, hits: [{ _id: 1 }] } } }, 'from=0 page=1'],
		['Socrata', { headers: { 'X-SODA2-Fields': '[]' } }, '$offset=0 page=1'],
		['ArcGIS', { beside: { exceededTransferLimit: true } }, 'resultOffset=0 page=1'],
		['OData', { beside: { '@odata.context': 'x', '@odata.count': 23 } }, '$skip=0 page=1'],
		[
			'json-server',
			{ body: [{ id: 1 }], headers: { 'X-Total-Count': '9' } },
			'page=1 page=0 offset=0 start=0 skip=0 _page=1 _start=0 pageNumber=1',
		],
	])('the form of the response shows: %s', (_what, response, numbers) => {
		expect(numbersFor(response, true).startsWith(`${numbers} `)).toBe(true);
	});

	test('where nothing says that there is a total, an id is tried before rare parameters', () => {
		const ids = ['items.-1.id as after', 'items.-1.id as before'];
		const tried = attemptsFor({}, true);
		const at = tried.indexOf('an offset as startIndex from 1') + 1;
		expect(tried.slice(at, at + 3)).toEqual([...ids, 'a page number as pageNo from 1']);
		expect(attemptsFor({ beside: { total: 23 } }, true)).not.toContain(ids[0]);
	});
});
