import { Engine } from '../sandbox/engine/engine';
import { reportTable } from './support/results';
import { withService } from './support/service';
import { createVendors } from './support/vendorRun';

const VENDORS = 50;
const RETRY_AFTER_SECONDS = 3;
const AT_ONCE = [1, 8, 32];

/** How long a run takes whose every item is refused once: the items that are in progress wait together. */
async function main() {
	const engine = await Engine.load();
	await withService(engine, ['vendorProcess.ts'], async (child) => {
		const figures = [];
		for (const concurrentRequests of AT_ONCE) {
			const { seconds, vendors, requests } = await createVendors(engine, child, {
				what: 'each refused once',
				vendors: VENDORS,
				concurrentRequests,
				answerMs: 20,
				faults: 0,
				refuseOnceFor: RETRY_AFTER_SECONDS,
			});
			const eachAlone = vendors * RETRY_AFTER_SECONDS;
			const atBest = Math.ceil(vendors / concurrentRequests) * RETRY_AFTER_SECONDS;
			figures.push({ concurrentRequests, vendors, requests, seconds, atBest, eachAlone });
			process.stdout.write('.');
		}
		reportTable(
			'pace',
			`TPRM Vendor, Create: every vendor is refused once with 429 and Retry-After: ${RETRY_AFTER_SECONDS}. Those in progress wait for one pause together, so that a run takes at best one pause for as many as are sent at once; a pause is up to a tenth longer at random.`,
			[
				['at once', (row) => row.concurrentRequests],
				['vendors', ({ vendors }) => vendors],
				['requests', ({ requests }) => requests],
				['seconds', ({ seconds }) => seconds.toFixed(1)],
				['at best, s', ({ atBest }) => atBest],
				['a pause for each, s', ({ eachAlone }) => eachAlone],
			],
			figures,
		);
	});
}

void main();
