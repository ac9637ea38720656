import axios from 'axios';

import { forEachPage, paginate, validateDataset } from '../../../nodes/shared/paging';
import type { Design, Reading } from '../../../sandbox/designs';
import { datasetOf, DESIGNS, DesignServer } from '../../../sandbox/designs';
import { inTurn, isTurn } from '../../helpers/amounts';
import { senderFor } from '../../helpers/detectDesign';

/** Every design, read by the engine alone: the sender adds what a credential would. */

const READINGS = DESIGNS.flatMap((design) =>
	design.readings.map(
		(reading) => [[design.name, reading.note].filter(Boolean).join(', '), design, reading] as const,
	),
);

/** With a last page that is short; and with one that is full, a single page, and no records at all. */
const SHORT = 23;
const OTHERS = [25, 3, 0];

async function read(design: Design, reading: Reading, count: number) {
	const server = await DesignServer.start(design, { records: count });
	try {
		const { dataset, warnings } = validateDataset(datasetOf(design, reading, 5));
		const items: unknown[] = [];
		const options = { send: senderFor(design), baseUrl: server.origin, warnings };
		const summary = await forEachPage(paginate(dataset, options), (page) => {
			items.push(...page.items);
		});
		return { items, summary, records: server.records, requests: server.requests };
	} finally {
		await server.stop();
	}
}

it.each([
	// A last page that is named from the other end, and a token that is the same on every page.
	['Meraki', 0],
	['Meraki', 3],
	['DocuSign', 25],
])('%s with %i records is read without a doubt about more', async (name, count) => {
	const design = DESIGNS.find((one) => one.name === name) as Design;
	const { items, summary, records } = await read(design, design.readings[0], count);
	expect(items).toEqual(records);
	expect(summary).toMatchObject({ warnings: [], incomplete: [] });
});

it('names are unique', () => {
	const names = READINGS.map(([name]) => name);
	expect(names).toEqual([...new Set(names)]);
});

describe.each(READINGS)('%s', (_name, design, reading) => {
	const place = READINGS.findIndex((row) => row[2] === reading);
	const others = isTurn(place, 2) ? inTurn(place / 2, OTHERS) : [];
	const counts = [SHORT, ...others].filter((count) => count > 0 || !design.noListWhenEmpty);

	it.each(counts)('all of %i records, in order, once each', async (count) => {
		const { items, summary, records, requests } = await read(design, reading, count);
		expect(summary.warnings).toEqual([]);
		expect(summary.error).toBeUndefined();
		expect(items).toEqual(records);
		expect(requests.length).toBeGreaterThanOrEqual(Math.ceil(count / 5));
	});
});

describe.each(DESIGNS.map((design) => [design.name, design] as const))('%s', (_name, design) => {
	it('is read with the largest page size that the API allows', async () => {
		const server = await DesignServer.start(design);
		try {
			const { dataset } = validateDataset(datasetOf(design));
			const options = { send: senderFor(design), baseUrl: server.origin };
			await forEachPage(paginate(dataset, options), () => undefined);
			expect(server.requests[0]).toMatchObject({ status: expect.not.stringMatching(/^[45]/) });
			expect(server.requests.map(({ status }) => status)[0]).toBeLessThan(300);
		} finally {
			await server.stop();
		}
	});

	it('refuses a request without credential and headers', async () => {
		const server = await DesignServer.start(design);
		try {
			const { method = 'GET', body } = datasetOf(design) as { method?: string; body?: object };
			const plain = await axios.request({
				method,
				url: server.url,
				...(body && { data: body }),
				validateStatus: () => true,
			});
			const { status, body: error } = design.refuse({ kind: 'credential', message: '' });
			if (design.signIn.kind === 'none') return;
			expect(plain.status).toBe(status ?? 200);
			expect(Object.keys(plain.data)).toEqual(Object.keys(error as object));
		} finally {
			await server.stop();
		}
	});
});
