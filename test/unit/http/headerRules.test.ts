import { headerFault } from '../../../nodes/shared/http/headerRules';

const NAME = 'is not a valid header name';
const TRANSPORT = 'is set by n8n and cannot be changed';
const VALUE = 'has a value with line breaks or other characters that a header cannot contain';

it.each([
	['X-Key', 'abc'],
	['X-Key', ''],
	["!#$%&'*+-.^_`|~aZ09", 'a\tb ~ÿ'],
	// Only the whole name counts.
	['X-Host', 'a'],
	['Hosts', 'a'],
	['Te-Data', 'a'],
	['Content-Type', 'application/json'],
])('%s: %j can be sent', (name, value) => expect(headerFault(name, value)).toBeUndefined());

it.each(['', 'X Key', 'X-Key:', ' X-Key', 'X-Key ', 'X\nKey', 'Schlüssel', 'a/b', 'a"b'])(
	'%j is no name',
	(name) => expect(headerFault(name, 'a')).toBe(NAME),
);

it.each([
	'Host',
	'content-length',
	'Content-Encoding',
	'TRANSFER-ENCODING',
	'Connection',
	'Keep-Alive',
	'TE',
	'Trailer',
	'Upgrade',
	'Expect',
	'Proxy-Connection',
])('%s is not the choice of the user', (name) => expect(headerFault(name, 'a')).toBe(TRANSPORT));

it.each(['a\nb', 'a\r', '\u0000', '\u007f', 'a\u0100', '€'])('%j is no value', (value) => {
	expect(headerFault('X-Key', value)).toBe(VALUE);
});
