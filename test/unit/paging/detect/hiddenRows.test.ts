import { type Answer, readBy, slice, URL_LIST } from './neverShort';

/**
 * A server that hides records after it has cut the pages: `offset=0&limit=20` returns 13 of 20 records, and the next
 * page begins at offset 20, not at 13.
 */

const TOTAL = 95;

/** @returns the server, and the ids that it does not hide */
function hiding(isHidden: (id: number) => boolean, beside: Beside) {
	const visible = slice(TOTAL, 0, TOTAL).filter(({ id }) => !isHidden(id));
	const answer: Answer = (number) => {
		const [offset, limit] = [number('offset', 0), number('limit', 20)];
		const items = slice(TOTAL, offset, limit).filter(({ id }) => !isHidden(id));
		return { items, ...beside(offset, limit) };
	};
	return { answer, ids: visible.map(({ id }) => id) };
}

/** What a response has besides its records. */
type Beside = (offset: number, limit: number) => object;

const nothing: Beside = () => ({});
const echo: Beside = (offset, limit) => ({ offset, limit });
const flag: Beside = (offset, limit) => ({ has_more: offset + limit < TOTAL });

const HIDDEN: Array<[string, (id: number) => boolean]> = [
	['each third record', (id) => id % 3 === 0],
	['the first three', (id) => id < 4],
	['some of page two', (id) => id > 20 && id < 25],
];

const read = async (answer: Answer, query = '') =>
	await readBy(answer, URL_LIST + query, { verifiesEnd: true });

describe.each(HIDDEN)('an API that hides %s', (_what, isHidden) => {
	test.each<[where: string, query: string, beside: Beside]>([
		['the URL', '?limit=20', nothing],
		['the URL, and offset', '?limit=20&offset=0', nothing],
		['the URL, beside a flag', '?limit=20', flag],
		['the response', '', echo],
		['both', '?limit=20', echo],
	])('is read by the page size in %s: each record once', async (_where, query, beside) => {
		const { answer, ids } = hiding(isHidden, beside);
		expect(await read(answer, query)).toMatchObject({ refusal: '', ids, incomplete: [] });
	});

	test('says so where its total counts them', async () => {
		const { answer, ids } = hiding(isHidden, (offset, limit) => ({ total: TOTAL, offset, limit }));
		const outcome = await read(answer);
		expect(outcome.ids).toEqual(ids);
		expect(outcome.incomplete.join()).toContain(`fewer than the ${TOTAL}`);
	});
});

test.each(HIDDEN.slice(0, 2))(
	'is not taken for one page where nothing says its size: %s',
	async (_what, isHidden) => {
		const { answer, ids } = hiding(isHidden, nothing);
		const { refusal } = await read(answer);
		const first = ids.filter((id) => id <= 20).length;
		expect(refusal).toContain(`offset=${first} returns the last of these records and others`);
		expect(refusal).not.toContain('set Paging Scheme to One Page');
	},
);

test('only the last record of page one: the records that come twice are reported', async () => {
	const { answer, ids } = hiding((id) => id === 20, nothing);
	const outcome = await read(answer, '?limit=20');
	expect([...new Set(outcome.ids)]).toEqual(ids);
	expect(outcome.incomplete.join()).toContain('were read twice');
});

test('all but a few: read by an offset that the response or the URL names', async () => {
	const isHidden = (id: number) => id % 10 !== 0;
	for (const [query, beside] of [
		['', echo],
		['?limit=20&offset=0', nothing],
	] as const) {
		const { answer, ids } = hiding(isHidden, beside);
		expect((await read(answer, query)).ids).toEqual(ids);
	}
});

describe('a whole list on page one', () => {
	const rows = slice(30, 0, 30);
	const latest = rows.slice(19);

	test.each<[string, string, Answer]>([
		// From 3 on are more than the latest eleven, which are the default.
		[
			'start is a filter, and the list is sorted upward',
			'',
			(_number, query) => ({
				items: query.has('start')
					? rows.filter(({ id }) => id >= Number(query.get('start')))
					: latest,
			}),
		],
		['offset is ignored', '?limit=100', () => ({ items: slice(13, 0, 13) })],
		[
			'offset is ignored, and the response has it',
			'',
			() => ({ offset: 0, limit: 100, items: slice(13, 0, 13) }),
		],
		[
			'offset goes on to nothing',
			'?limit=20',
			(number) => ({ items: slice(13, number('offset', 0), 20) }),
		],
	])('is not doubted: %s', async (_what, query, answer) => {
		const { refusal, ids, incomplete, asked } = await read(answer, query);
		expect(refusal).toBe('');
		expect(ids.length).toBeGreaterThanOrEqual(10);
		expect(incomplete).toEqual([]);
		expect(asked).toBeLessThanOrEqual(20);
	});
});
