import fc from 'fast-check';

import { roundedFieldIn, withLargeNumbersAsText } from '../../nodes/shared/basics/largeNumbers';

const BIG = '7615917337495251231';

it.each<[json: string, asText: string, field: string | undefined]>([
	[`{"id":${BIG},"n":1}`, `{"id":"${BIG}","n":1}`, 'id'],
	[`[${BIG}]`, `["${BIG}"]`, ''],
	[BIG, `"${BIG}"`, ''],
	[`{"a":{"ids" : [1, -${BIG}]}}`, `{"a":{"ids" : [1, "-${BIG}"]}}`, 'ids'],
	[`{"a":"${BIG}","b":"x\\",${BIG}"}`, `{"a":"${BIG}","b":"x\\",${BIG}"}`, undefined],
	['{"a":"x\\\\","b":9007199254740993}', '{"a":"x\\\\","b":"9007199254740993"}', 'b'],
	['{"a":9007199254740991}', '{"a":9007199254740991}', undefined],
	// As it is written again.
	['{"a":9007199254740992}', '{"a":"9007199254740992"}', undefined],
	['{"a":0.12345678901234567,"b":1e20}', '{"a":0.12345678901234567,"b":1e20}', undefined],
	['{"a":1234567890123456789.5}', '{"a":1234567890123456789.5}', undefined],
])('%s', (json, asText, field) => {
	expect(withLargeNumbersAsText(json)).toBe(asText);
	expect(roundedFieldIn(json)).toBe(field);
});

it('nothing but large numbers changes, whatever the JSON is', () => {
	fc.assert(
		fc.property(fc.json({ stringUnit: 'binary' }), fc.bigInt(), (json, id) => {
			const asText = withLargeNumbersAsText(`{"id":${id},"other":${json}}`);
			const isSafe = Number.isSafeInteger(Number(id));
			expect(JSON.parse(asText)).toEqual({
				id: isSafe ? Number(id) : String(id),
				other: JSON.parse(withLargeNumbersAsText(json)),
			});
			const others = JSON.stringify(JSON.parse(json), (_name, value: unknown) =>
				typeof value === 'number' && !Number.isSafeInteger(value) && Number.isInteger(value)
					? 0
					: value,
			);
			expect(withLargeNumbersAsText(others)).toBe(others);
		}),
	);
});

it('takes a linear time for texts of quotation marks and backslashes', () => {
	const json = JSON.stringify([BIG, '\\"'.repeat(200_000)]);
	const start = performance.now();
	expect(withLargeNumbersAsText(json)).toBe(json);
	expect(performance.now() - start).toBeLessThan(2_000);
});
