import type { Page, Pages, Summary } from '../../../nodes/shared/paging/types';
import { SecretCover } from '../../../nodes/shared/read/signIn/secretCover';

const SECRET = 'k3y-0123456789abcdef';

const END: Summary = {
	...{ pages: 1, requests: 1, items: 1, total: null, stopReason: 'noNextPage' },
	...{ warnings: [], notes: [], incomplete: [], proof: null, resume: null },
};

/** @returns a record as it is returned */
async function hideIn<T>(record: T, value = SECRET, renewals = 0): Promise<T> {
	const echo = new SecretCover('salt', [{ value, sentAs: 'key 0' }]);
	const tokens = Array.from({ length: renewals }, (_, index) => `a-token-${index}-0123456789`);
	echo.remember(tokens.map((token) => ({ value: token, sentAs: 'access token' })));
	const pages = async function* (): Pages {
		yield await Promise.resolve({ items: [record], index: 0, resume: () => null });
		return END;
	};
	const step = await echo.cover(pages()).next();
	return (step.value as Page).items[0] as T;
}

const hide = async (text: string, secret = SECRET, renewals = 0) =>
	(await hideIn({ text }, secret, renewals)).text;

/** The shortest of several times of the processor, in milliseconds. */
async function timeOf(text: string, secret = SECRET, renewals = 0): Promise<number> {
	const times: number[] = [];
	for (let run = 0; run < 3; run++) {
		const start = process.cpuUsage();
		await hide(text, secret, renewals);
		const { user, system } = process.cpuUsage(start);
		times.push((user + system) / 1_000);
	}
	return Math.min(...times);
}

it.each([
	...['\\u0026a=', '?a=b', '&', ';', '=', '&a=', `&a=${SECRET}`, '\\/=', "'a ?b=", '?a'],
	...['\\u003d', '%26a%3D', '%252', '&#61', '?a=Bearer ', `?a=${SECRET}%2526`, '\\\\'],
])('time follows the length of an answer: %s', async (part) => {
	const [short, long] = [40_000, 320_000].map((length) =>
		part.repeat(Math.ceil(length / part.length)),
	);
	await timeOf(short ?? '');
	// Eight times the length; a time that grows with its square would be 64 times as long.
	expect(await timeOf(long ?? '')).toBeLessThan(40 * (await timeOf(short ?? '')) + 200);
});

it.each([
	['HTML in JSON', JSON.stringify({ html: `<a href="http://h/x?api_key=${SECRET}">` })],
	['JSON in JSON', JSON.stringify({ text: JSON.stringify({ next: `/x?api_key=${SECRET}` }) })],
	['JSON that escapes =', `{"next":"/x?api_key\\u003d${SECRET}\\u0026page\\u003d2"}`],
	['JavaScript that escapes =', `'/x?a=1\\x26api_key\\x3d${SECRET}'`],
	['HTML that escapes =', `<a href="/x?a=1&#38;api_key&#x3D;${SECRET}">`],
	['a cell of a table', `1,https://h/x?api_key=${SECRET},2`],
	['an address in brackets', `[here](https://h/x?api_key=${SECRET})`],
	['an attribute', `<a href='/x?a=1&amp;api_key=${SECRET}'>`],
	['a sentence that goes on in another script', `https://h/x?api_key=${SECRET}をご覧ください`],
	['a URL in a URL', `/login?next=%2Fx&sig=${encodeURIComponent(SECRET)}`],
	['a URL that is encoded as a whole', encodeURIComponent(`https://h/x?api_key=${SECRET}&b=1`)],
	['a URL in a URL in a URL', `/a?b=${[1, 2].reduce(encodeURIComponent, `/c?d=/e?k=${SECRET}`)}`],
	['a parameter with a long name', `/x?${'name'.repeat(100)}=${SECRET}`],
	['a parameter with the word of a header', `/x?authorization=Bearer%20${SECRET}&b=1`],
	['a parameter with another word', `/x?authorization=ApiKey+${SECRET}&b=1`],
	['a parameter with quotes', `/x?api_key="${SECRET}"&b=%22${SECRET}`],
])('a secret is hidden in %s', async (_where, text) => {
	const hidden = await hide(text);
	expect(hidden).not.toContain(SECRET);
	expect(hidden.replaceAll('***secret***', SECRET)).toBe(text);
});

it.each(['=', '?a=', '?a=&b'])('time does not follow the length of a secret: %s', async (part) => {
	const text = part.repeat(100_000 / part.length);
	// After each equals sign, the text goes on as the secret does.
	const [short, long] = [64, 8_000].map((length) =>
		text.slice(text.indexOf('=') + 1).slice(0, length),
	);
	// One after the other: the time is that of the whole process.
	const before = await timeOf(text, short);
	expect(await timeOf(text, long)).toBeLessThan(5 * before + 200);
});

it('time does not follow the number of tokens, which an API may have renewed for each page', async () => {
	const text = '='.repeat(100_000);
	const before = await timeOf(text, SECRET, 100);
	expect(await timeOf(text, SECRET, 1_000)).toBeLessThan(3 * before + 200);
});

it.each(['"quoted-0123', "'quoted-0123", 'Key 0123456789', '"\'0123456789'])(
	'a secret is hidden that begins with what may be before one: %s',
	async (secret) => {
		const encoded = encodeURIComponent(secret);
		const text = [`/x?a=${encoded}`, `/x?a="${encoded}"&b=1`, `/x?a=Bearer%20${encoded}`].join(' ');
		expect((await hide(text, secret)).split('***secret***')).toHaveLength(4);
	},
);

it.each(['', '.example.com', '%20Ltd', '%2Fx', '-2', '%26x'])(
	'a value that only begins with a secret stays: %s',
	async (end) => {
		const text = `/x?tenant=${end === '' ? 'x' : ''}${SECRET}${end}&b=1`;
		expect(await hide(text)).toBe(text);
	},
);

it('a record is hidden however deep it is, and is whole', async () => {
	const depth = 100_000;
	let record: unknown = `/x?api_key=${SECRET}`;
	for (let level = 0; level < depth; level++)
		record = level % 2 ? [record] : { [`a=${level}`]: record };
	let inside = await hideIn(record);
	let levels = 0;
	for (; typeof inside === 'object' && inside !== null; levels++) [inside] = Object.values(inside);
	expect([levels, inside]).toEqual([depth, '/x?api_key=***secret***']);
});

it('an array is not taken apart into pairs, which would take many times its memory', async () => {
	const entries = jest.spyOn(Object, 'entries');
	const hidden = await hideIn({ numbers: [0, null, true, `/x?k=${SECRET}`, [1]] });
	const arrays = entries.mock.calls.filter(([value]) => Array.isArray(value));
	entries.mockRestore();
	expect(arrays).toEqual([]);
	expect(hidden).toEqual({ numbers: [0, null, true, '/x?k=***secret***', [1]] });
});
