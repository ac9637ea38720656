import { DESIGNS } from '../../../../sandbox/designs';
import { inTurn, isTurn } from '../../../helpers/amounts';
import { detectDesign } from '../../../helpers/detectDesign';
import { FURTHER, UNREADABLE } from './furtherDesigns';
import { ODD } from './oddDesigns';

const named = (designs: typeof FURTHER) => designs.map((design) => [design.name, design] as const);

/** Others of the table are read by Automatic on n8n's engine. */
const OF_TABLE = DESIGNS.filter(
	({ automatic }, place) => automatic === true && (isTurn(place, 2) || isTurn(place - 1, 4)),
);
const READABLE = [...ODD, ...FURTHER, ...OF_TABLE];

/** Requests that were sent to find each dataset. */
const searches: number[] = [];

describe.each(named(READABLE))('%s', (_name, design) => {
	const place = READABLE.indexOf(design);
	test.each(
		inTurn(place, [
			['23 records, unknown parameters ignored', { ignoreUnknown: true }],
			['20 records, the last page is full', { records: 20, ignoreUnknown: true }],
			['23 records, unknown parameters refused', {}],
		] as const),
	)('is read completely: %s', async (_what, options) => {
		const { outcome, text, search } = await detectDesign(design, options);
		expect([outcome, text]).toEqual(['read', expect.anything()]);
		const found = /^Page two has \d+ new records? with the same fields[.]$/;
		expect(text).toContainEqual(expect.stringMatching(found));
		searches.push(search);
	});

	if (!isTurn(place, 2)) return;
	test.each(
		inTurn(place / 2, [
			[3, true],
			[5, false],
		] as const),
	)('a single page of %i records is read, or refused', async (records, ignoreUnknown) => {
		expect((await detectDesign(design, { records, ignoreUnknown })).outcome).not.toBe('wrong');
	});
});

test('the search sends 4 requests or fewer for half of them, and at most 20', () => {
	const sorted = searches.toSorted((a, b) => a - b);
	expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(4);
	expect(sorted.at(-1)).toBeLessThanOrEqual(20);
});

test.each(named(UNREADABLE))('is refused: %s', async (_name, design) => {
	for (const ignoreUnknown of [true, false]) {
		const { outcome, text } = await detectDesign(design, { ignoreUnknown });
		expect(outcome).toBe('refused');
		expect(text.join(' ')).toContain('Paging Setup to Set Up Manually');
	}
});
