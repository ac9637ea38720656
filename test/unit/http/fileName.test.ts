import { downloadName } from '../../../nodes/shared/http/fileName';

const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

it.each([
	['attachment; filename="report.pdf"', 'report.pdf'],
	['attachment; FileName = "a b.pdf" ; size=5', 'a b.pdf'],
	['attachment; filename="a; b.pdf"', 'a; b.pdf'],
	['attachment; filename="a \\"b\\".pdf"', 'a _b_.pdf'],
	[`attachment; filename="_.txt"; filename*=UTF-8''na%C3%AFve%20%281%29.txt`, 'naïve (1).txt'],
	[`attachment; filename*=utf-8'de'%C3%BCber.txt; filename="x.txt"`, 'über.txt'],
	[`attachment; filename*=ISO-8859-1''%FCber.txt; filename="plain.txt"`, 'plain.txt'],
	[`attachment; filename*=UTF-8''%FF.txt; filename="plain.txt"`, 'plain.txt'],
	[`attachment; filename*=KOI8-R''%C1.txt; filename="plain.txt"`, 'plain.txt'],
	[`attachment; filename*=x-utf-8''other.txt; filename="plain.txt"`, 'plain.txt'],
	[`attachment; filename="${latin1('Prüfung.pdf')}"`, 'Prüfung.pdf'],
	['attachment; filename="Pr\u00fcfung.pdf"', 'Prüfung.pdf'],
	['attachment; filename="../../etc/passwd"', 'passwd'],
	["attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", 'passwd'],
	['attachment; filename="C:\\\\Users\\\\x\\\\a.pdf"', 'a.pdf'],
	['attachment; filename="a:b*c?.pdf"', 'a_b_c_.pdf'],
	['attachment; filename="invoice\u202efdp.exe"', 'invoicefdp.exe'],
	// Zero width space, soft hyphen, line separator.
	["attachment; filename*=UTF-8''in%E2%80%8Bvoice.pdf", 'invoice.pdf'],
	["attachment; filename*=UTF-8''in%C2%ADvoice%E2%80%A8.pdf", 'invoice.pdf'],
	// A filler of Korean, which looks like a blank or like nothing.
	["attachment; filename*=UTF-8''in%E3%85%A4voice.pdf", 'invoice.pdf'],
	// Joiners are part of how Persian and emoji are written.
	[
		'attachment; filename="\u0646\u0627\u0645\u0647\u200c\u0647\u0627.pdf"',
		'\u0646\u0627\u0645\u0647\u200c\u0647\u0627.pdf',
	],
	['attachment; filename="name. . "', 'name'],
	['attachment; filename="a\n/b.pdf"', 'b.pdf'],
	["attachment; filename*=UTF-8'a.pdf", 'fallback'],
	["attachment; filename*=UTF-8''%e2%82%AC.pdf", '€.pdf'],
	['attachment; filename="Pr\\\\fung.pdf"', 'fung.pdf'],
	// Windows opens a device by such a name, whatever its extension is.
	['attachment; filename="con.txt"', '_con.txt'],
	['attachment; filename="CON"', '_CON'],
	['attachment; filename="Nul.tar.gz"', '_Nul.tar.gz'],
	['attachment; filename="aux .pdf"', '_aux .pdf'],
	['attachment; filename="folder/prn.pdf"', '_prn.pdf'],
	['attachment; filename="lpt9.pdf. ."', '_lpt9.pdf'],
	["attachment; filename*=UTF-8''COM%C2%B9.pdf", '_COM¹.pdf'],
	['attachment; filename="COM0"', '_COM0'],
	['attachment; filename="conout$.txt"', '_conout$.txt'],
	['attachment; filename="CON‮.txt"', '_CON.txt'],
	['attachment; filename="contract.pdf"', 'contract.pdf'],
	['attachment; filename="com10.pdf"', 'com10.pdf'],
	['attachment; filename="a.con"', 'a.con'],
	['attachment; filename="icon.txt"', 'icon.txt'],
	['attachment; filename=". .. con.txt. "', '. .. con.txt'],
	['attachment; filename=".."', 'fallback'],
	['attachment; filename="folder/"', 'fallback'],
	[undefined, 'fallback'],
])('%j is %j', (header, expected) => {
	expect(downloadName(header, 'fallback')).toBe(expected);
});

it('is never empty, even without a fallback', () => {
	expect(downloadName(undefined, '..')).toBe('document');
});

it.each([
	['a'.repeat(255), 'a'.repeat(255)],
	['a'.repeat(256), 'a'.repeat(255)],
	[`${'a'.repeat(251)}.pdf`, `${'a'.repeat(251)}.pdf`],
	[`${'a'.repeat(252)}.pdf`, `${'a'.repeat(251)}.pdf`],
	// Longer than any extension, or not one.
	[`${'a'.repeat(250)}.${'b'.repeat(16)}`, `${'a'.repeat(238)}.${'b'.repeat(16)}`],
	[`${'a'.repeat(250)}.${'b'.repeat(17)}`, `${'a'.repeat(250)}.bbbb`],
	[`${'a'.repeat(250)}.b cdefgh`, `${'a'.repeat(250)}.b cd`],
	// Without what would end it after that.
	[`${'a'.repeat(253)}  b`, 'a'.repeat(253)],
	[`${'a'.repeat(253)}. .bcdefghijklmnopqrst`, 'a'.repeat(253)],
	[`con.${'b'.repeat(253)}`, `_con.${'b'.repeat(250)}`],
])('shortens a name that is too long (case %#)', (name, expected) => {
	expect(downloadName(`attachment; filename="${name}"`, 'x')).toBe(expected);
});

it('shortens a long name before its extension', () => {
	const name = downloadName(`attachment; filename*=UTF-8''${'%C3%A9'.repeat(300)}.pdf`, 'x');
	expect(name).toMatch(/^é+\.pdf$/);
	expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
});

it('does not depend on how long a header or a fallback is', () => {
	const long = 'é'.repeat(500_000);
	expect(downloadName(`attachment; filename="${long}.pdf"`, 'x')).toMatch(/^é{127}$/);
	expect(downloadName(`attachment; filename=${'. '.repeat(500_000)}x`, 'x')).toBe('x');
	expect(downloadName(undefined, `${long}.pdf`)).toMatch(/^é+\.pdf$/);
});
