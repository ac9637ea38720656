import { Engine } from '../sandbox/engine/engine';
import { NODE, singleNode } from '../sandbox/engine/singleNode';
import { writeResults } from './support/results';
import { withService } from './support/service';

const MIB = 1024 * 1024;
const WARM_UP_BYTES = 20 * MIB;
const BYTES = 200 * MIB;
const LIMIT_MIB = 32;

/** How much memory a download of 200 MB takes beyond what the process has anyway. */
async function main() {
	const sizes = [WARM_UP_BYTES, BYTES].map(String);
	const engine = await Engine.load();
	await withService(engine, ['documentProcess.ts', ...sizes], async () => {
		// What the first downloads load and compile stays, whatever their size.
		for (let round = 0; round < 3; round++) await download(engine, WARM_UP_BYTES);
		report(await measure(async () => await download(engine, BYTES)));
	});
}

async function download(engine: Engine, bytes: number): Promise<void> {
	const parameters = { resource: 'document', operation: 'download', documentId: `doc_${bytes}` };
	const result = await engine.run(singleNode({ type: 'tprmVendor', parameters }, [{}]));
	if (result.error) throw result.error;
	if (result.json(NODE)[0]?.bytes !== bytes) throw new Error('The document is incomplete');
}

/** The highest memory that the process was seen to have during the work. */
async function measure(work: () => Promise<void>) {
	const before = process.memoryUsage.rss();
	let peak = before;
	const look = () => (peak = Math.max(peak, process.memoryUsage.rss()));
	const timer = setInterval(look, 5);
	const start = performance.now();
	await work();
	const ms = performance.now() - start;
	clearInterval(timer);
	look();
	return { mebibytes: BYTES / MIB, ms, beforeMib: before / MIB, raisedMib: (peak - before) / MIB };
}

function report(figures: Awaited<ReturnType<typeof measure>>) {
	const { mebibytes, ms, beforeMib, raisedMib } = figures;
	console.log(
		`Document > Download, ${mebibytes} MiB: memory ${beforeMib.toFixed(0)} MiB before, at most ${raisedMib.toFixed(1)} MiB more during it (limit ${LIMIT_MIB} MiB), ${(mebibytes / (ms / 1000)).toFixed(0)} MiB/s`,
	);
	writeResults('download', { ...figures, limitMib: LIMIT_MIB });
	if (raisedMib >= LIMIT_MIB) process.exitCode = 1;
}

void main();
