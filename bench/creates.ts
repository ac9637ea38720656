import { Engine } from '../sandbox/engine/engine';
import { reportTable } from './support/results';
import { withService } from './support/service';
import type { VendorCase } from './support/vendorRun';
import { createVendors } from './support/vendorRun';

const at = (concurrentRequests: number): VendorCase => ({
	what: '20 ms per answer',
	vendors: 2_000,
	concurrentRequests,
	answerMs: 20,
	faults: 0,
});
const CASES: VendorCase[] = [
	...[1, 4, 8, 16, 32].map(at),
	{ ...at(16), what: '30 % faults', faults: 0.3 },
	...[12_500, 25_000, 50_000].map((vendors): VendorCase => ({
		...at(32),
		what: 'memory',
		vendors,
		answerMs: 0,
	})),
];

/** How much Concurrent Requests saves, and how the memory of a run grows with its vendors. */
async function main() {
	const engine = await Engine.load();
	await withService(engine, ['vendorProcess.ts'], async (child) => {
		await createVendors(engine, child, { ...at(8), vendors: 500 });
		const figures: Figures[] = [];
		for (const one of CASES) {
			figures.push(await createVendors(engine, child, one));
			process.stdout.write('.');
		}
		report(figures);
	});
}

type Figures = Awaited<ReturnType<typeof createVendors>>;

function report(figures: Figures[]) {
	const [first] = figures;
	reportTable(
		'creates',
		'TPRM Vendor, Create: time of a run by Concurrent Requests, and its memory. Every run ends with exactly its vendors. Linear growth keeps the memory per vendor the same.',
		[
			['what', ({ what }) => what],
			['vendors', ({ vendors }) => vendors],
			['at once', ({ concurrentRequests }) => concurrentRequests],
			['seconds', ({ seconds }) => seconds.toFixed(1)],
			['times faster', (row) => (row.what.includes('ms') ? row.timesFaster.toFixed(1) : '')],
			['CPU ms each', ({ cpuMsPerVendor }) => cpuMsPerVendor.toFixed(2)],
			['requests', ({ requests }) => requests],
			['items in MB', ({ itemsMb }) => itemsMb.toFixed(1)],
			['in and out MB', ({ keptMb }) => keptMb.toFixed(1)],
			['peak MB', ({ peakMb }) => peakMb.toFixed(1)],
		],
		figures.map((row) => ({ ...row, timesFaster: (first?.seconds ?? 0) / row.seconds })),
	);
}

void main();
