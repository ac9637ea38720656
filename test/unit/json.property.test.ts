import fc from 'fast-check';

import { canonicalJson, isTooDeep, jsonText, MOST_LEVELS } from '../../nodes/shared/basics/json';

/** More levels than JSON.stringify writes. */
const LEVELS = 20_000;

function nested(value: unknown, levels: number): unknown {
	let outer = value;
	for (let level = 0; level < levels; level++) outer = level % 2 === 0 ? [outer] : { a: outer };
	return outer;
}

const ends = {
	before: '{"a":['.repeat(LEVELS / 2),
	after: ']}'.repeat(LEVELS / 2),
};
const around = (text: string) => ends.before + text + ends.after;

it('writes what is at the bottom of a deep value as it writes it alone', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			expect(jsonText(nested(value, LEVELS)) === around(JSON.stringify(value))).toBe(true);
			expect(canonicalJson(nested(value, LEVELS)) === around(canonicalJson(value))).toBe(true);
		}),
		{ numRuns: 20 },
	);
});

it.each<[unknown, string]>([
	[{ a: undefined, b: () => 1, c: Symbol('s'), d: NaN }, '{"d":null}'],
	[[undefined, () => 1, -0, 1e21], '[null,null,0,1e+21]'],
	[new Date(0), '"1970-01-01T00:00:00.000Z"'],
	[{ '"\n': '\u2028\ud800' }, JSON.stringify({ '"\n': '\u2028\ud800' })],
])('%p, too', (value, text) => {
	expect(JSON.stringify(value)).toBe(text);
	expect(jsonText(nested(value, LEVELS)) === around(text)).toBe(true);
});

it('refuses a value that contains itself, as JSON.stringify does', () => {
	const loop: Record<string, unknown> = {};
	loop.a = loop;
	expect(() => jsonText(loop)).toThrow(TypeError);
	expect(() => canonicalJson(loop)).toThrow(TypeError);
});

it('counts levels of objects and arrays', () => {
	expect(isTooDeep('text')).toBe(false);
	expect(isTooDeep([1, { a: [] }])).toBe(false);
	expect(isTooDeep(nested(1, MOST_LEVELS))).toBe(false);
	expect(isTooDeep([1, nested(1, MOST_LEVELS)])).toBe(true);
	expect(isTooDeep(nested(1, 1_000_000))).toBe(true);
});
