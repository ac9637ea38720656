import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { forEachPage, paginate, validateDataset } from '../../../nodes/shared/paging';
import type { PageRequest } from '../../../nodes/shared/paging';
import { pageBased } from './fakeServer';

const PAGES = 200;
const RECORDS = 1_000;
/** Pages that may be in memory although they were read. */
const MOST_KEPT = 20;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

/** Frees new objects, as V8 does all the time. A full collection would hide what else stays. */
function heapUsed(): number {
	collect({ type: 'minor' });
	return process.memoryUsage().heapUsed;
}

const recordsOf = (page: number) =>
	Array.from({ length: RECORDS }, (_, index) => ({
		id: `vendor-${page}-${index}`,
		website: `https://vendor-${page}-${index}.example`,
	}));

async function send({ url }: PageRequest) {
	await new Promise((resolve) => setImmediate(resolve));
	const page = Number(new URL(url).searchParams.get('page'));
	return { status: 200, headers: {}, body: { items: page <= PAGES ? recordsOf(page) : [] } };
}

/** @returns how much the heap has grown, in bytes, since the tenth page */
async function growth(prefetch: number | 'automatic'): Promise<number> {
	const { signal } = new AbortController();
	const { dataset } = validateDataset(pageBased());
	let first = 0;
	await forEachPage(paginate(dataset, { send, signal, limits: { prefetch } }), ({ index }) => {
		if (index === 10) first = heapUsed();
	});
	return heapUsed() - first;
}

test.each([1, 8, 'automatic' as const])(
	'pages that were read are freed while others are read: prefetch %p',
	async (prefetch) => {
		const before = heapUsed();
		const held = Array.from({ length: 10 }, (_, page) => recordsOf(page));
		const bytesPerPage = (heapUsed() - before) / held.length;

		expect((await growth(prefetch)) / bytesPerPage).toBeLessThan(MOST_KEPT);
	},
);
