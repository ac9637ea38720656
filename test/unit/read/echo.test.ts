import { Echo } from '../../../nodes/shared/read/signIn/echo';

const SECRET = 'k3y-0123456789abcdef';

const hide = async (text: string) => {
	const echo = new Echo('key', 'salt', [{ value: SECRET, sentAs: 'key 0' }]);
	let hidden = '';
	await echo.read(
		{ kind: 'answer', status: 200, headers: {}, body: undefined },
		async (answer, clean) => {
			hidden = clean?.(text) ?? '';
			return await Promise.resolve(answer);
		},
		'https://api.test/items',
	);
	return hidden;
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
		const [short, long] = [20_000, 160_000].map((length) =>
			part.repeat(Math.ceil(length / part.length)),
		);
		await timeOf(short ?? '');
		// Eight times the length; a time that grows with its square would be 64 times as long.
		expect(await timeOf(long ?? '')).toBeLessThan(24 * (await timeOf(short ?? '')) + 5);
	},
);

it.each([
	['HTML in JSON', JSON.stringify({ html: `<a href="http://h/x?api_key=${SECRET}">` })],
	['JSON in JSON', JSON.stringify({ text: JSON.stringify({ next: `/x?api_key=${SECRET}` }) })],
	['a cell of a table', `1,https://h/x?api_key=${SECRET},2`],
	['an address in brackets', `[here](https://h/x?api_key=${SECRET})`],
	['an attribute', `<a href='/x?a=1&amp;api_key=${SECRET}'>`],
	['escaped for HTML in JSON', `\\u003ca href=\\u0022/x?api_key=${SECRET}\\u0022\\u003e`],
])('a secret is hidden in %s', async (_where, text) => {
	const hidden = await hide(text);
	expect(hidden).not.toContain(SECRET);
	expect(hidden.replace(/\*\*\*secret-[\w-]{22}\*\*\*/, SECRET)).toBe(text);
});
