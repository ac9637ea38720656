import { sample, sampleDocuments } from '../../../sandbox/service/paging/samples';
import type { Service } from '../../../sandbox/service/service';
import type { Expectations, Json } from './expectation';
import { column, rows } from './expectation';

const register = Array.from({ length: 2_350 }, (_, index) => sample(index));

/** @returns the summary of a complete run with this number of pages and items */
function done(pages: number, items: number, stopReason: string, total: number | null = null) {
	return {
		pages,
		requests: pages,
		items,
		total,
		stopReason,
		stopMessage: `All ${items} records read`,
		warnings: [],
		notes: [],
		incomplete: [],
		proof: total === null ? expect.any(String) : `"total" is ${total} on page ${pages}`,
		resume: null,
	};
}

/** The examples with the node Paged HTTP. */
export const paging: Expectations = {
	'export-a-large-list-to-a-file.json': {
		check: (json) => {
			const fileName = expect.stringMatching(/^vendors-\d{4}-\d\d-\d\d-part-1[.]csv$/);
			const file = { fileName, records: 2_350, bytes: expect.any(Number) };
			expect(json('Write file')).toEqual([file]);
			expect(json('How it ended')).toEqual([done(5, 2_350, 'reachTotalCount', 2_350)]);
		},
	},
	'paging-a-list-for-each-record.json': {
		check: (json) => {
			const vendors = register.slice(0, 12);
			const ofEach = vendors.map(({ id, name }) =>
				sampleDocuments(id).map((document) => ({ ...document, vendor: name })),
			);
			expect(json('Documents with vendor')).toEqual(ofEach.flat());
			expect(json('A summary per vendor')).toMatchObject(
				ofEach.map(({ length }) => ({ items: length, incomplete: [] })),
			);
		},
	},
	'paging-batches-that-continue.json': {
		check: expectBatches,
		// All was read, so it starts over.
		checkAgain: expectBatches,
	},
	'paging-page-number.json': {
		check: (json) => {
			expect(json('Read register')).toEqual(register);
			expect(json('Critical vendors')).toEqual(register.filter(({ tier }) => tier === 'critical'));
			expect(json('Run summary')).toEqual([done(5, 2_350, 'reachTotalCount', 2_350)]);
		},
	},
	'paging-sync-a-vendor-register.json': {
		check: (json, service) => {
			expect(json('Read register', 1)).toMatchObject([
				{ items: 40, stopReason: 'noNextToken', incomplete: [], changes: { created: 40 } },
			]);
			expectVendors(json, service, 'created');
		},
		checkAgain: (json, service) => expectVendors(json, service, 'unchanged'),
	},
};

/** Expects that all of the register was handed on, in batches of 500, and that nothing is left to resume. */
function expectBatches(json: Json): void {
	const sizes = column(json('Read register'), 'records');
	expect(sizes).toEqual([500, 500, 500, 500, 350]);
	expect(json('Read register', 1)).toMatchObject([
		{ ...done(24, 2_350, 'noNextToken'), batches: 5 },
	]);
	expect(json('Store where it ended')).toMatchObject([{ name: 'vendor register', resume: 'null' }]);
}

/** Expects that the first 40 records of the register were made vendors, once each. */
function expectVendors(json: Json, service: Service, action: string): void {
	const seen = rows(json('Create or update'), 'external_id', 'name', 'domain', 'risk_rating');
	const wanted = register.slice(0, 40);
	expect(seen).toEqual(
		wanted.map(({ id, name, website, tier }) => [id, name, website.slice('https://'.length), tier]),
	);
	expect(column(json('Create or update'), 'action')).toEqual(wanted.map(() => action));
	const stored = [...service.vendors.byId.values()].map(({ external_id: id }) => id);
	const imported = stored.filter((id) => id?.startsWith('smp_'));
	// They were created at once, so that any of them may be the first.
	expect(imported.sort()).toEqual(wanted.map(({ id }) => id));
}
