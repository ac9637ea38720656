import { Worker } from 'node:worker_threads';

const CODE = `
const { writeSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
let file = '';
let last = -1;
let silent = 0;
parentPort.on('message', (name) => (file = name));
setInterval(() => {
	const beat = Atomics.load(workerData.beats, 0);
	silent = beat === last ? silent + 1 : 0;
	last = beat;
	if (silent < workerData.seconds) return;
	writeSync(2, file + ' blocks its process, which is ended after ' + silent + ' s\\n');
	process.kill(process.pid, 'SIGKILL');
}, 1000);
`;

/**
 * Ends a process whose event loop stands still, as in a loop without an end: no time limit of Jest
 * can strike then. Jest reports the end of a worker as a failure of its test file.
 */
export class Watchdog {
	private readonly beats = new Int32Array(new SharedArrayBuffer(4));
	private readonly worker: Worker;

	/** @param seconds counted by a thread, so that a computer may sleep in between */
	constructor(seconds: number) {
		const workerData = { beats: this.beats, seconds };
		this.worker = new Worker(CODE, { eval: true, workerData });
		this.worker.unref();
		setInterval(() => Atomics.add(this.beats, 0, 1), 500).unref();
	}

	/** @param file is named if it never ends */
	watch(file: string): void {
		this.worker.postMessage(file);
	}
}
