import { type Answer, idsOf, readBy, slice, URL_LIST } from './neverShort';

/** Only an answer that is a page settles a guess; and what changes meanwhile refutes none. */

const CHANGED_NOTHING = 'Usual paging parameters changed nothing.';

/** Pages of four by `page`, with nothing beside them. */
const byPage =
	(
		total = 11,
		make: (from: number) => object = (from) => ({ items: slice(total, from, 4) }),
	): Answer =>
	(number) =>
		make((number('page', 1) - 1) * 4);

/** @returns a server whose first answer to `page=2` is another one */
function failingOnce(answer: Answer, other: object, at = 'page=2'): Answer {
	let isFirst = true;
	return (number, query) => {
		if (!isFirst || !String(query).includes(at)) return answer(number, query);
		isFirst = false;
		return other;
	};
}

const FAILURES: Array<[string, object]> = [
	['500', { status: 500, headers: {}, body: 'Internal Server Error' }],
	['502 as 200', { status: 200, headers: {}, body: '<html>Bad gateway' }],
	['an error object', { error: { code: 'internal', message: 'Try again' } }],
	['an error beside an empty list', { items: [], errcode: 40001, errmsg: 'busy' }],
	['broken JSON', { status: 200, headers: {}, body: '{"items":[{"id":5,"na' }],
	['404', { status: 404, headers: {}, body: { message: 'Not found' } }],
	['202 with an empty list', { status: 202, headers: {}, body: { items: [] } }],
	['no body', { status: 200, headers: {}, body: undefined }],
	['another shape', { data: { items: null } }],
	['other records', { items: [{ hint: 'maintenance' }] }],
];

describe('a guess that is answered once by something other than a page', () => {
	test.each(FAILURES)('%s: all is read', async (_what, failure) => {
		const { ids, refusal } = await readBy(failingOnce(byPage(), failure));
		expect([refusal, ids]).toEqual(['', idsOf(11)]);
	});

	// A named parameter is sent again by the sender itself after 500.
	test.each(FAILURES.slice(1))('%s, beside the number of the page', async (_what, failure) => {
		const answer = byPage(11, (from) => ({ page: from / 4 + 1, items: slice(11, from, 4) }));
		expect((await readBy(failingOnce(answer, failure))).ids).toEqual(idsOf(11));
	});

	test.each(FAILURES)('%s, by offset', async (_what, failure) => {
		const answer: Answer = (number) => ({ items: slice(11, number('offset', 0), 4) });
		expect((await readBy(failingOnce(answer, failure, 'offset=4'))).ids).toEqual(idsOf(11));
	});
});

describe('a guess that is always answered by something other than a page', () => {
	test.each([
		...FAILURES,
		['422', { status: 422, headers: {}, body: { message: 'No such page' } }],
	] as const)('%s: One Page says so, and does not claim more', async (_what, failure) => {
		const { ids, evidence, asked } = await readBy((_number, query) =>
			query.size > 0 ? failure : { items: slice(4, 0, 4) },
		);
		expect(ids).toEqual(idsOf(4));
		expect(evidence).not.toContain(CHANGED_NOTHING);
		expect(evidence.join(' ')).toContain("The API doesn't say whether there are more pages");
		expect(evidence.join(' ')).toContain('page=2');
		expect(evidence.join(' ')).not.toContain('has only one page');
		for (const sentence of evidence) expect(sentence.length).toBeLessThanOrEqual(200);
		expect(asked).toBeLessThanOrEqual(20);
	});

	test('does not say it of a page that has all records by the total', async () => {
		const { evidence } = await readBy((_number, query) =>
			query.size > 0 ? { status: 422, headers: {}, body: {} } : { total: 4, items: slice(4, 0, 4) },
		);
		expect(evidence.join(' ')).not.toContain("doesn't say");
	});
});

describe('text under the name of a paging parameter may be a token', () => {
	const byToken =
		(name: string, token: (from: number) => string): Answer =>
		(_number, query) => {
			const given = query.get(name);
			const from =
				given === null ? 0 : [5, 10, 15, 20, 25, 30, 35].find((at) => token(at) === given);
			if (from === undefined) return { status: 422, headers: {}, body: { message: 'bad token' } };
			const isLast = from + 5 >= 37;
			return { items: slice(37, from, 5), [name]: isLast ? null : token(from + 5) };
		};

	test.each<[string, (from: number) => string]>([
		['page', (from) => `b64${from}==`],
		['page', (from) => String.fromCharCode(97 + from / 5)],
		['page', (from) => `${from}`.padEnd(3_000, 'x')],
		['start', (from) => `k-${from}`],
		['from', (from) => `urn:${from}`],
		['skip', (from) => `~${from}`],
	])('%s', async (name, token) => {
		expect((await readBy(byToken(name, token))).ids).toEqual(idsOf(37));
	});

	test.each([
		{ page: 'vendors' },
		{ start: '2024-01-01', end: '2024-02-01' },
		{ from: 'reports@example.com' },
	])('or is none: %j', async (beside) => {
		const { ids, refusal } = await readBy(() => ({ ...beside, items: slice(7, 0, 7) }));
		expect([refusal, ids]).toEqual(['', idsOf(7)]);
	});
});

describe('the place of a record on its page is no identity', () => {
	const placed =
		(first = 1, id: (at: number) => unknown = (at) => at): Answer =>
		(number) => {
			const from = (Math.max(1, number('page', 1)) - 1) * 4;
			const named = slice(11, from, 4).map(({ name }, at) => ({ id: id(at + first), name }));
			return { items: named };
		};

	test.each<[string, Answer, string]>([
		['?page=1 in the URL', placed(), '?page=1'],
		['nothing in the URL', placed(), ''],
		['from 0', placed(0), '?page=1'],
		['as text', placed(1, String), '?page=1'],
	])('%s', async (_what, answer, query) => {
		const { ids, refusal } = await readBy(answer, URL_LIST + query);
		expect(refusal).toBe('');
		expect(ids).toHaveLength(11);
	});

	test('unless the records are the same, with values that change', async () => {
		let count = 0;
		const changing: Answer = () => ({
			items: slice(4, 0, 4).map((row) => ({ ...row, readAt: ++count })),
		});
		for (const query of ['?page=1', '']) {
			const { ids } = await readBy(changing, URL_LIST + query);
			expect([0, 4]).toContain(ids.length);
		}
	});
});

describe('a record that is put in front meanwhile', () => {
	/** @returns a server of pages to which a record is added in front before the given request */
	function growing(
		at: number,
		read: (list: object[], number: Parameters<Answer>[0]) => object,
		change = (list: object[]): object[] => [{ id: 99, name: 'New' }, ...list],
	) {
		let list: object[] = slice(23, 0, 23);
		let count = 0;
		const answer: Answer = (number) => {
			if (++count === at) list = change(list);
			return read(list, number);
		};
		return answer;
	}
	const paged = (list: object[], number: Parameters<Answer>[0]) => {
		const page = number('page', 1);
		return { page, total: list.length, items: list.slice((page - 1) * 5, page * 5) };
	};
	const skipped = (list: object[], number: Parameters<Answer>[0]) => {
		const offset = number('offset', 0);
		return { offset, total: list.length, items: list.slice(offset, offset + 5) };
	};
	const plain = (list: object[], number: Parameters<Answer>[0]) => {
		const page = number('page', 1);
		return { items: list.slice((page - 1) * 5, page * 5) };
	};
	const linked = (list: object[], number: Parameters<Answer>[0]) => {
		const at = number('at', 0);
		const next = at + 5 < list.length ? `${URL_LIST}?at=${at + 5}` : null;
		return { items: list.slice(at, at + 5), next };
	};

	test.each([2, 3])(
		'or one that is removed or moved before request %i: all others are read',
		async (at) => {
			const changes = [
				(list: object[]) => list.slice(1),
				(list: object[]) => [...list.slice(6, 7), ...list.slice(0, 6), ...list.slice(7)],
			];
			for (const change of changes) {
				const { ids, incomplete, asked } = await readBy(growing(at, paged, change));
				expect(new Set(ids).size).toBe(ids.length);
				expect(ids.length).toBeGreaterThanOrEqual(22);
				expect(incomplete).toEqual([]);
				expect(asked).toBeLessThan(10);
			}
		},
	);

	test.each([2, 3, 4, 5])('before request %i: no scheme is given up for it', async (at) => {
		for (const read of [paged, skipped, plain, linked]) {
			const { ids, refusal } = await readBy(growing(at, read));
			expect(refusal).toBe('');
			expect(new Set(ids).size).toBeGreaterThanOrEqual(23);
		}
	});

	test('one row of page one on page two refutes nothing', async () => {
		const { ids, incomplete } = await readBy((number) => {
			const page = number('page', 1);
			const from = page === 1 ? 0 : (page - 1) * 5 - 1;
			return { page, items: slice(23, from, 5) };
		});
		expect(new Set(ids)).toEqual(new Set(idsOf(23)));
		expect(incomplete.join(' ')).toContain('Page 2 begins with records of the page before it');
	});
});

describe('a page that is answered by a status, without anything that says that the list ends there', () => {
	const STATUSES: Array<[status: number, body: unknown, words: string]> = [
		[403, { message: 'Page limit of your plan' }, 'status 403: Page limit of your plan'],
		[409, { error: { message: 'The list has changed' } }, 'status 409: The list has changed'],
		[410, '', 'status 410'],
		[500, { message: 'Index is missing' }, 'status 500: Index is missing'],
	];
	const server =
		(
			read: number,
			parameter: 'page' | 'offset',
			status: number,
			body: unknown,
			beside: object = {},
		): Answer =>
		(number) => {
			const from = parameter === 'page' ? (number('page', 1) - 1) * 20 : number('offset', 0);
			if (from >= read) return { status, headers: {}, body };
			return { ...beside, items: slice(1_000, from, Math.min(20, read - from)) };
		};

	describe.each(['page', 'offset'] as const)('%s', (parameter) => {
		test.each(STATUSES)(
			'%i after page 3: the records, and its words',
			async (status, body, words) => {
				const { ids, stopped } = await readBy(server(60, parameter, status, body));
				expect(ids).toEqual(idsOf(60));
				expect(stopped).toMatchObject({ stopReason: 'error', proof: null, resume: { pages: 3 } });
				expect(String(stopped?.error)).toContain(words.replace(':', ' for page 4:'));
			},
		);

		test.each(STATUSES)(
			'%i in place of page two: no claim, and its words',
			async (status, body, words) => {
				const { ids, evidence, stopped } = await readBy(server(7, parameter, status, body));
				expect(ids).toEqual(idsOf(7));
				expect(stopped).toMatchObject({ proof: null });
				expect(evidence.join(' ')).toContain(`(${words}). The API doesn't say`);
			},
		);

		test.each(STATUSES)(
			'%i in place of page two of a list with more: its words',
			async (status, body, words) => {
				for (const beside of [{ total: 57 }, { has_more: true }, {}]) {
					const { refusal } = await readBy(server(20, parameter, status, body, beside));
					expect(refusal).toContain(`Not answered with a page: ${parameter}=`);
					expect(refusal).toContain(`(${words}).`);
				}
			},
		);
	});
});
