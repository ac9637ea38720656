import { detectDesign } from '../../../helpers/detectDesign';
import { FURTHER, UNREADABLE } from './furtherDesigns';

const named = (designs: typeof FURTHER) => designs.map((design) => [design.name, design] as const);

describe.each(named(FURTHER))('%s', (_name, design) => {
	test.each([
		['23 records, unknown parameters ignored', { ignoreUnknown: true }],
		['23 records, unknown parameters refused', {}],
	])('is read completely: %s', async (_what, options) => {
		expect(await detectDesign(design, options)).toMatchObject({ outcome: 'read' });
	});

	test('a single page is read, or refused', async () => {
		expect((await detectDesign(design, { records: 3 })).outcome).not.toBe('wrong');
	});
});

test.each(named(UNREADABLE))('is refused: %s', async (_name, design) => {
	for (const ignoreUnknown of [true, false]) {
		const { outcome, text } = await detectDesign(design, { ignoreUnknown });
		expect(outcome).toBe('refused');
		expect(text.join(' ')).toContain('Source to Fields Below');
	}
});
