import type { Design } from '../../sandbox/designs';
import { DESIGNS, MISTAKE } from '../../sandbox/designs';
import { inTurn, isTurn } from '../helpers/amounts';
import type { DesignRun } from '../helpers/designs';
import { readDesign } from '../helpers/designs';
import { harnessForAll } from '../helpers/harness';

/**
 * The designs of the table, read by the node with its credential from a strict server: a quarter of them
 * by their dataset, another one by Automatic. The reader and the detection have each in their tests.
 */

const harness = harnessForAll();

const place = (design: Design) => DESIGNS.indexOf(design);

const READINGS = DESIGNS.filter((design) => isTurn(place(design), 4)).flatMap((design) =>
	design.readings.map(
		(reading) => [[design.name, reading.note].filter(Boolean).join(', '), design, reading] as const,
	),
);

function expectAll({ items, summary, error, records }: DesignRun) {
	expect(error).toBeUndefined();
	expect(summary).toMatchObject({ warnings: [], incomplete: [], items: records.length });
	// Records that are no objects, such as plain names, get one.
	const named = records.map((record) => (typeof record === 'string' ? { value: record } : record));
	expect(items).toEqual(named);
}

/** Statuses of 400 and more that the server answered. */
function refusals({ requests }: DesignRun): number[] {
	return requests.map(({ status }) => status).filter((status) => status >= 400);
}

describe.each(READINGS)('%s', (_name, design, reading) => {
	const row = READINGS.findIndex(([, , other]) => other === reading);
	it.each(inTurn(row, ['form', 'dataset'] as const))('is read completely by %s', async (readBy) => {
		const run = await readDesign(harness, design, readBy, { reading });
		expectAll(run);
		const ends = (reading.pagingScheme.endStatuses ?? []) as number[];
		expect(refusals(run)).toEqual(ends);
	});
});

describe.each(DESIGNS.map((design) => [design.name, design] as const))('%s', (_name, design) => {
	if (design.signIn.kind !== 'none' && isTurn(place(design) + 1, 2)) {
		it('fails without the credential, with the error of the API', async () => {
			const run = await readDesign(harness, design, 'dataset', { signsIn: false });
			expect(run.items).toEqual([]);
			expect(run.error).toEqual(expect.any(String));
			expect(JSON.stringify(run.requests)).not.toContain(MISTAKE);
		});
	}
	// Those that Automatic cannot read are only tried here.
	if (design.automatic === true ? isTurn(place(design) + 1, 4) : design.automatic !== 'POST')
		automatic(design);
});

/** A real API ignores parameters that it does not know more often than it refuses them. */
function automatic(design: Design): void {
	const isFound = design.automatic === true;
	const servers = [
		['ignores', true],
		['refuses', false],
	] as const;
	it.each(inTurn(Math.floor(place(design) / 4), servers))(
		`is ${isFound ? 'read' : 'read or refused'} by Automatic where it %s unknown parameters`,
		async (_what, ignoreUnknown) => {
			const run = await readDesign(harness, design, 'automatic', { ignoreUnknown });
			if (!isFound && run.error !== undefined) return expect(run.items).toEqual([]);
			expectAll(run);
		},
	);
}
