import type { Page, Pages, Summary } from '../../../nodes/shared/paging/types';
import { Echo } from '../../../nodes/shared/read/signIn/echo';
import { Lock } from '../../../nodes/shared/read/signIn/lock';

const SECRET = 'k3y-0123456789abcdef';

const END: Summary = {
	...{ pages: 1, requests: 1, items: 1, total: null, stopReason: 'noNextPage' },
	...{ warnings: [], incomplete: [], resume: null },
};

/** @returns a record as it is returned */
const hide = async (text: string) => {
	const echo = new Echo(new Lock('key', 'salt'), [{ value: SECRET, sentAs: 'key 0' }]);
	const pages = async function* (): Pages {
		yield await Promise.resolve({ items: [{ text }], index: 0, resume: () => null });
		return END;
	};
	const { value } = await echo.cover(pages()).next();
	return (value as Page).items.map((item) => (item as { text: string }).text).join('');
};

/** The shortest of several times, in milliseconds. */
async function timeOf(text: string): Promise<number> {
	const times: number[] = [];
	for (let run = 0; run < 3; run++) {
		const start = performance.now();
		await hide(text);
		times.push(performance.now() - start);
	}
	return Math.min(...times);
}

it.each(['\\u0026a=', '?a=b', '&', ';', '=', '&a=', `&a=${SECRET}`, '\\/=', "'a ?b="])(
	'time follows the length of an answer: %s',
	async (part) => {
		const [short, long] = [100_000, 800_000].map((length) =>
			part.repeat(Math.ceil(length / part.length)),
		);
		await timeOf(short ?? '');
		// Eight times the length; a time that grows with its square would be 64 times as long.
		expect(await timeOf(long ?? '')).toBeLessThan(40 * (await timeOf(short ?? '')) + 200);
	},
);

it.each([
	['HTML in JSON', JSON.stringify({ html: `<a href="http://h/x?api_key=${SECRET}">` })],
	['JSON in JSON', JSON.stringify({ text: JSON.stringify({ next: `/x?api_key=${SECRET}` }) })],
	['a cell of a table', `1,https://h/x?api_key=${SECRET},2`],
	['an address in brackets', `[here](https://h/x?api_key=${SECRET})`],
	['an attribute', `<a href='/x?a=1&amp;api_key=${SECRET}'>`],
	['a URL in a URL', `/login?next=%2Fx&sig=${encodeURIComponent(SECRET)}`],
])('a secret is hidden in %s', async (_where, text) => {
	const hidden = await hide(text);
	expect(hidden).not.toContain(SECRET);
	expect(hidden.replace('***secret***', SECRET)).toBe(text);
});
