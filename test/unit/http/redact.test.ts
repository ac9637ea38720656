import { plainText } from '../../../nodes/shared/basics/plainText';
import { redactor } from '../../../nodes/shared/http/redact';
import { withoutKeys } from '../../../nodes/shared/http/urlKeys';

const SECRET = 'top/se+cret "value" & 1<2';

const NAMES: Record<string, string> = {
	...{ '/': 'sol', '+': 'plus', '"': 'quot', '&': 'amp', '<': 'lt' },
};

describe('a secret is removed', () => {
	const clean = (text: string) =>
		redactor([SECRET, `other_word(@%[]{}^\`|)`, 'at_1234567890abcdef', ''])(text);

	it.each<[string, string]>([
		['as it is', SECRET],
		['form-encoded', new URLSearchParams({ v: SECRET }).toString().slice(2)],
		['percent-encoded', encodeURIComponent(SECRET)],
		['percent-encoded in lower case', encodeURIComponent(SECRET).toLowerCase()],
		[
			'percent-encoded in every character',
			[...Buffer.from(SECRET)].map((b) => `%${b.toString(16)}`).join(''),
		],
		['in base64', Buffer.from(SECRET).toString('base64')],
		['in base64 for addresses', Buffer.from(SECRET).toString('base64url')],
		['as JSON', JSON.stringify(SECRET).slice(1, -1)],
		[
			'as JSON with escapes',
			[...SECRET].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
		],
		['in HTML', SECRET.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')],
		['in HTML by names', SECRET.replace(/[^\w\s]/g, (c) => `&${NAMES[c]};`)],
		[
			'in HTML by all its names',
			'other&lowbar;word&lpar;&commat;&percnt;&lbrack;&rsqb;&lcub;&rbrace;&Hat;&grave;&vert;&rpar;',
		],
		['in HTML by numbers', [...SECRET].map((c) => `&#${c.charCodeAt(0)};`).join('')],
		[
			'in HTML by numbers, some without a semicolon',
			SECRET.replace(/[^\w\s]/g, (c) => `&#${c.charCodeAt(0)}`).replace('&#60', '&#60;'),
		],
		[
			'in HTML by hexadecimal numbers',
			[...SECRET].map((c) => `&#x${c.charCodeAt(0).toString(16)};`).join(''),
		],
		[
			'as JavaScript with code points',
			[...SECRET].map((c) => `\\u{${c.charCodeAt(0).toString(16)}}`).join(''),
		],
		['as n8n shows it where that may be HTML', SECRET.replaceAll('<', '‹')],
		['in hexadecimal digits', Buffer.from(SECRET).toString('hex').toUpperCase()],
		['a token', 'at_1234567890abcdef'],
	])('%s', (_form, text) => {
		expect(clean(`before ${text}, after`)).toBe('before ***, after');
	});

	it('encoded, after names of HTML that are none', () => {
		const names = '&constructor;&__proto__;'.repeat(3);
		const encoded = [...SECRET].map((c) => `&#${c.charCodeAt(0)};`).join('');
		expect(clean(`before ${names}${encoded}, after`)).toBe(`before ${names}***, after`);
	});

	it.each(['ab\\-cd&ef"gh-ijk', 'p%41ss"word-longer&x', 'a&amp;b&lt;cdefg"hi'])(
		'encoded, if a part of the secret itself looks encoded: %s',
		(secret) => {
			const html = secret.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
			const json = JSON.stringify(secret).slice(1, -1);
			for (const text of [html, json, encodeURIComponent(html), JSON.stringify(json).slice(1, -1)])
				expect(redactor([secret])(`before ${text}, after`)).toBe('before ***, after');
		},
	);

	it.each(['', 'a', 'ab', 'abc', 'Bearer ', '{"token":"', 'user:'])(
		'in base64 with other text: %s',
		(before) => {
			for (const after of ['', '"', '", "a"', '", "ab": 1']) {
				const text = Buffer.from(before + SECRET + after).toString('base64');
				const shown = clean(`a ${text} b`);
				expect(shown).toMatch(/^a [\w+/]*\*\*\*[\w+/]*=* b$/);
				// What is left is of the other text, but for a part of the first character.
				const most = Buffer.from(before + after).toString('base64').length + 4;
				expect(shown.length).toBeLessThanOrEqual('a *** b'.length + most);
			}
		},
	);

	it('in base64 or hexadecimal digits of a URL that it is encoded in', () => {
		const url = `/items?key=${encodeURIComponent(SECRET)}&page=1`;
		for (const encoding of ['base64', 'hex'] as const) {
			const shown = clean(Buffer.from(url).toString(encoding));
			expect(Buffer.from(shown.replace(/\*+.*/, ''), encoding).toString()).toMatch(/key=.?$/);
		}
	});

	it('with its end cut off', () => {
		expect(clean('got "at_12345678"')).toBe('got "***"');
		expect(clean('got "at_12')).toBe('got "at_12');
	});

	it('with something joined to it', () => {
		expect(clean('at_1234567890abcdef.x y')).toBe('***.x y');
		expect(clean('at_12345678_other y')).toBe('*** y');
	});

	it.each(['!', '(', ',', ';', '|', '\u00e9', '%21', '\\'])(
		'as far as its word goes, whether the character after its beginning is right or not: %s',
		(character) => {
			const secret = `at_12345${character}abcd${character}efgh`;
			for (let length = 8; length < secret.length; length++) {
				const guess = `x /y?z=${secret.slice(0, length)}`;
				for (const end of [`${character}ab|cd`, 'a!b', '?'])
					expect(redactor([secret])(`${guess}${end}&b=1 "c"`)).toBe('x /y?z=***&b=1 "c"');
			}
		},
	);

	it('whole, however long it is', () => {
		const key = `SharedAccessSignature sr=x&sig=${'a/b+'.repeat(60)}&se=1`;
		expect(redactor([key])(`x ${key} y`)).toBe('x *** y');
	});

	it.each(['%E2%82', '%EF%BF%BD', '%0', '%', '&#', '\\u00'])('after %s', (before) => {
		const token = 'at_1234567890abcdef';
		const encoded = `%2F${token}`;
		expect(redactor([`/${token}`])(`${before}${encoded} y`)).not.toContain(token);
		expect(redactor([token])(`${before}${token} y`)).not.toContain(token);
	});

	it('of several words, also where it is cut', () => {
		const words = 'correcthorse&battery staple';
		expect(redactor([words])(`x ${words.slice(0, -3)}… y`)).toBe('x *** y');
	});

	it.each([1, 2, 3, 4])('in a URL in a URL, %i deep', (depth) => {
		const key = 'ab%+cdefghijkl';
		const urls = Array.from({ length: depth }, (_, level) => `/${level}?next=`);
		const nested = urls.reduce(
			(inside, url) => url + encodeURIComponent(inside),
			`/x?api_key=${encodeURIComponent(key)}`,
		);
		expect(redactor([key])(`${nested} y`)).toMatch(/^\/\d\?next=%2F.*api_key%(25)*3D\*\*\* y$/);
		const json = JSON.stringify(JSON.stringify({ url: nested }));
		expect(redactor([key])(json)).toContain('***');
		expect(redactor([key])(json)).not.toContain('cdefghijkl');
	});

	it('but not by what stands before it in a header', () => {
		const clean = redactor(['Token abcdefghijkl', 'abcdefghijkl']);
		expect(clean('Token abxxxxxx')).toBe('Token abxxxxxx');
		expect(clean('Token abcdefgh')).toBe('***');
	});

	it('also if it has characters that are not shown', () => {
		expect(redactor(['\u200b\u200b\u200b\u200b'])('a text')).toBe('a text');
		expect(redactor(['pass\tword-12345'])('x pass\tword-12345 y')).toBe('x *** y');
	});

	it('in all places', () => {
		expect(clean(`${SECRET}${SECRET} ${SECRET}`)).toBe('****** ***');
	});

	it('when it is long', () => {
		const token = 'eyJhbGciOi.'.repeat(500);
		expect(redactor([token])(`x ${token} y ${token.slice(0, 40)}`)).toBe('x *** y ***');
	});

	it('in base64 with its padding', () => {
		for (const secret of ['abcd', 'abcde', 'abcdef']) {
			const base64 = Buffer.from(secret).toString('base64');
			expect(redactor([secret])(`x ${base64} y`)).toBe('x *** y');
			expect(redactor([secret])(`x ${base64.replaceAll('=', '%3D')} y`)).toBe('x *** y');
			expect(redactor([secret])(`x ${base64.replaceAll('=', '')} y`)).toBe('x *** y');
		}
	});

	it('with an invisible character in it, or broken into lines', () => {
		const clean = redactor(['k3y-without-odd-chars']);
		expect(clean('a k3y\u200b-without\u00ad-odd-chars b')).toBe('a *** b');
		// A variant of an emoji, a joiner of graphemes, and a filler are no format characters.
		expect(clean('a k3y\ufe0f-without\u034f-odd\u3164-chars b')).toBe('a *** b');
		expect(clean('a k3y-without-\r\nodd-chars b')).toBe('a *** b');
	});

	it('with characters that JSON escapes in two halves', () => {
		expect(redactor(['key-🔑-1'])('x key-🔑-1 key-\\ud83d\\udd11-1 y')).toBe('x *** *** y');
	});

	it('percent-encoded, with characters of several bytes', () => {
		const secret = 'schlüssel-€-🔑';
		expect(redactor([secret])(`x ${encodeURIComponent(secret)} y`)).toBe('x *** y');
	});

	it('beside another one, in any order, and one that begins like it', () => {
		const clean = redactor(['first-secret', 'other-secret', 'other-secretandmore']);
		expect(clean('a other-secret b first-secret c')).toBe('a *** b *** c');
		expect(clean('a other-secretandmore b')).toBe('a *** b');
	});

	it('beside an entity that is not a character', () => {
		expect(clean('&#x110000; at_1234567890abcdef')).toBe('&#x110000; ***');
	});

	it('when it is short', () => {
		expect(redactor(['a.b.'])('a.b. axb.')).toBe('*** axb.');
	});
});

it('leaves a text readable when a secret is a part of every word', () => {
	expect(redactor(['t', 'the'])('the text')).toBe('the text');
});

it('leaves texts without secrets alone', () => {
	expect(redactor([])('a b')).toBe('a b');
	expect(redactor(['', 'secret-1234'])('secret a b')).toBe('secret a b');
});

describe('a plain text', () => {
	it.each<[string, string]>([
		['a\nb', 'a b'],
		['a\r\n\tb', 'a b'],
		['a\u2028b\u2029c', 'a b c'],
		['a\u001b[31mb', 'a [31mb'],
		['a\u0000b\u007fc\u0085d', 'a b c d'],
		['a\u202eb\u2066c\u200fd\u061ce', 'abcde'],
		['a\u200bb\ufeffc\ud800d', 'abcd'],
		['a\u3164b\u034fc\ufe0fd', 'abcd'],
		['Zoë 漢字 😀', 'Zoë 漢字 😀'],
	])('%j reads %j', (text, expected) => {
		expect(plainText(text)).toBe(expected);
		expect(redactor(['secret-1234'])(text)).toBe(expected);
	});
});

it('keys in URLs are hidden by the names of their parameters', () => {
	const text = 'GET https://api.example.com/list?page=2&api_key=abc-123&token=x&size=5 failed';
	expect(withoutKeys(text)).toBe(
		'GET https://api.example.com/list?page=2&api_key=***&token=***&size=5 failed',
	);
});
