import { forEachPage, paginate, validateDataset } from '../../nodes/shared/paging';
import type { PageRequest } from '../../nodes/shared/paging';
import { pageBased } from '../unit/paging/fakeServer';

const PAGES = 400;
/** Pages until all is compiled and has its size. */
const WARM_UP = 150;

/** What is still in use: when V8 frees the rest by itself is its own affair, and differs with every size. */
function heapUsed(): number {
	if (!globalThis.gc) throw new Error('Start it with --expose-gc');
	void globalThis.gc();
	return process.memoryUsage().heapUsed;
}

/** Records of a page. */
const SIZE = 1_000;

const recordsOf = (page: number) =>
	Array.from({ length: SIZE }, (_, index) => ({
		id: `vendor-${page}-${index}`,
		website: `https://vendor-${page}-${index}.example`,
	}));

async function send({ url }: PageRequest) {
	await new Promise((resolve) => setImmediate(resolve));
	const page = Number(new URL(url).searchParams.get('page'));
	return { status: 200, headers: {}, body: { items: page <= PAGES ? recordsOf(page) : [] } };
}

/** @returns how much the heap has grown since the warm-up, in bytes */
async function growth(prefetch: number): Promise<number> {
	const { signal } = new AbortController();
	const { dataset } = validateDataset(pageBased());
	let first = 0;
	await forEachPage(paginate(dataset, { send, signal, limits: { prefetch } }), ({ index }) => {
		if (index === WARM_UP) first = heapUsed();
	});
	return heapUsed() - first;
}

/** Writes how many of 250 pages are still in memory after they were read. */
async function main(prefetch: number) {
	const before = heapUsed();
	const held = Array.from({ length: 10 }, (_, page) => recordsOf(page));
	const bytesPerPage = (heapUsed() - before) / held.length;
	const grown = await growth(prefetch);
	process.stdout.write(String(Math.round(grown / bytesPerPage)));
}

void main(Number(process.argv[2]));
