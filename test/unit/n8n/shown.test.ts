import { assert, constantFrom, oneof, property, string } from 'fast-check';

import { asHtml, asText, linesAsHtml, linesOfHtml } from '../../../nodes/shared/n8n/html';

/** Texts with a lot of what matters in HTML and in logs. */
const anyText = oneof(
	string({ unit: 'binary' }),
	string({
		unit: constantFrom(
			'<',
			'>',
			'&',
			'&lt;',
			'<br>',
			'"',
			'`',
			'a',
			'/',
			'\r',
			'\n',
			'\u202e',
			'‹',
		),
	}),
);

const HARMFUL = /[<\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

it('a text for HTML or text opens no tag, and is one visible line', () => {
	assert(property(anyText, (text) => !HARMFUL.test(asText(text))));
	expect(asText('No vendor <b>\r\n&lt;i&gt; \u202eabc')).toBe('No vendor ‹b> &lt;i&gt; abc');
});

it('a text for HTML opens no tag, and is shown as it is', () => {
	assert(property(anyText, (text) => !HARMFUL.test(asHtml(text))));
	expect(asHtml('<b> &lt; & `x`')).toBe('&lt;b> &amp;lt; &amp; &#96;x&#96;');
});

it('lines of HTML are read back as they were', () => {
	expect(linesAsHtml(['a <b>', '&lt; c\nd'])).toBe('a &lt;b><br>\n&amp;lt; c d');
	expect(linesOfHtml('a &lt;b><br>\n&amp;lt; &#96;c d')).toEqual(['a <b>', '&lt; `c d']);
	expect(linesOfHtml('a\nb')).toEqual(['a', 'b']);
});
