import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { styleText } from 'node:util';

import { build } from './build';
import { OXLINT, SCAN, TYPES } from './checks';
import { main } from './command';
import { installed, PROJECT, run } from './program';

const USAGE = `Builds, then checks types, lints, and scans while all tests run. Says at the end how long each took.

  npm test
  npm test -- --json --outputFile=report.json   with any option of Jest
  npm run test:unit                              the unit tests alone: no build, no checks
  npm run test:unit -- http                      only files whose path contains this`;

/**
 * There is already one process per processor, and V8's threads would take time from it. Tests create
 * many short-lived objects: with more room for them, V8 collects garbage less often.
 */
const JEST = [
	'--single-threaded',
	'--min-semi-space-size=64',
	'--max-semi-space-size=64',
	installed('jest/bin/jest.js'),
];

interface Check {
	name: string;
	program: string[];
}

/** Needs what is built. */
const SCANNED: Check = { name: 'scan', program: SCAN };

/** What needs no test to have run. */
const BESIDE: Check[] = [
	{ name: 'types', program: TYPES },
	{ name: 'lint', program: OXLINT },
	SCANNED,
];

/** The tests take every processor, so on two of them the others wait for each other. */
const AT_ONCE = Math.max(1, Math.min(BESIDE.length, availableParallelism() - 2));

const running = new Set<ChildProcess>();
let wasInterrupted = false;

async function test(args: string[]): Promise<void> {
	const jest = { name: 'tests', program: [...JEST, ...args] };
	const queue = [...BESIDE];
	const failed: string[] = [];
	const built = build();
	const work = async () => {
		for (let next = queue.shift(); next && !wasInterrupted; next = queue.shift()) {
			if (next === SCANNED) await built.catch(() => undefined);
			if (!(await isGood(next, 'pipe'))) failed.push(next.name);
		}
	};
	const beside = Promise.all(Array.from({ length: AT_ONCE }, work));
	await built;
	if (!(await isGood(jest, 'inherit'))) failed.push(jest.name);
	await beside;
	if (failed.length > 0) throw new Error(`Failed: ${failed.join(', ')}`);
}

/**
 * Runs a check and says how it went.
 *
 * @param output `pipe` to print what it says at its end, if it fails
 * @returns whether it passed
 */
async function isGood({ name, program }: Check, output: 'inherit' | 'pipe'): Promise<boolean> {
	const start = Date.now();
	const child = spawn(process.execPath, program, {
		cwd: PROJECT,
		stdio: ['ignore', output, output],
	});
	running.add(child);
	let text = '';
	for (const stream of [child.stdout, child.stderr])
		stream?.setEncoding('utf8').on('data', (part: string) => (text += part));
	const code = await new Promise((resolve) => {
		child.once('error', ({ message }) => resolve(message)).once('close', resolve);
	});
	running.delete(child);
	const seconds = Math.round((Date.now() - start) / 1_000);
	if (code === 0) console.error(`${styleText('green', name)}: passed in ${seconds} s`);
	else console.error(`${text}${styleText('red', name)}: failed after ${seconds} s`);
	return code === 0;
}

/** Ctrl-C reaches the programs too, unless it is sent to this process alone. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => {
		wasInterrupted = true;
		for (const child of running) child.kill(signal);
	});
}

const [mode, ...others] = process.argv.slice(2);
if (mode === '--unit') {
	void main(
		{ usage: USAGE, run: async (args) => await run([...JEST, '--roots', 'test/unit', ...args]) },
		others,
	);
} else {
	void main({ usage: USAGE, run: test });
}
