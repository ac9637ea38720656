/**
 * Ends what a process started, however that process ended: also when it was killed, which it cannot
 * notice itself. Reads lines: `+PID SIGNAL`, `-PID` (a negative PID is a group), `folder PATH`. The end of the
 * input is the end of that process.
 */
const { rmSync } = require('node:fs');
const { createInterface } = require('node:readline');

const KILLED_AFTER_MS = 5_000;

const signals = new Map();
const folders = [];

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {});

const input = createInterface({ input: process.stdin });
input.on('line', (line) => {
	if (line.startsWith('folder ')) folders.push(line.slice('folder '.length));
	else if (line.startsWith('+')) {
		const [pid, signal] = line.slice(1).split(' ');
		signals.set(Number(pid), signal);
	} else signals.delete(Number(line.slice(1)));
});
input.on('close', () => {
	for (const [pid, signal] of signals) send(pid, signal);
	const deadline = Date.now() + KILLED_AFTER_MS;
	const timer = setInterval(() => {
		const isLate = Date.now() > deadline;
		const left = [...signals.keys()].filter((pid) => send(pid, isLate ? 'SIGKILL' : 0));
		if (left.length > 0 && !isLate) return;
		clearInterval(timer);
		for (const folder of folders) rmSync(folder, { recursive: true, force: true });
	}, 100);
});

function send(pid, signal) {
	try {
		return process.kill(pid, signal);
	} catch {
		return false;
	}
}
