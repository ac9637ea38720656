import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import type { Spread } from './support/compare';
import { round, spread } from './support/compare';
import { reportTable } from './support/results';

/** An earlier commit to compare with, which takes turns with the last one. */
const BASE = process.env['BENCH_BASE'];

const CLONES = Number(process.env['BENCH_CLONES'] ?? '3');

/** What a newcomer types. With an earlier commit, the first ones are compared with it. */
const COMMANDS = [['ci'], ['run', 'demo'], ['run', 'test:unit'], ['test']];
const COMPARED = 2;

/** Seconds that a command took in each clone. */
type Times = Map<string, number[]>;

/** How long a newcomer waits: every round is a fresh clone, with nothing installed in it. */
async function main(): Promise<void> {
	const folder = mkdtempSync(path.join(tmpdir(), 'grc-tprm-clone-'));
	const now: Times = new Map();
	const before: Times = new Map();
	let packages = 0;
	try {
		for (let clone = 1; clone <= CLONES; clone++) {
			console.log(`Clone ${clone} of ${CLONES}`);
			if (BASE !== undefined) await measure(folder, BASE, COMMANDS.slice(0, COMPARED), before);
			packages = await measure(folder, 'HEAD', COMMANDS, now);
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	const rows = [...now].map(([command, values]) => {
		const seconds = secondsOf(values);
		const earlier = before.get(command);
		return { command, seconds, ...(earlier && { before: secondsOf(earlier) }) };
	});
	reportTable(
		'clone',
		`Seconds in a fresh clone, median of ${CLONES}; ${packages} packages`,
		[
			['', ({ command }) => command],
			['median', ({ seconds }) => seconds.median],
			['from', ({ seconds }) => seconds.low],
			['to', ({ seconds }) => seconds.high],
			[BASE ?? '', ({ before }) => before?.median ?? ''],
		],
		rows,
	);
}

/**
 * Runs commands in a fresh clone, and notes how long each took.
 *
 * @returns how many packages were installed
 * @throws Error when one of them fails
 */
async function measure(
	folder: string,
	commit: string,
	commands: string[][],
	times: Times,
): Promise<number> {
	const clone = path.join(folder, 'clone');
	rmSync(clone, { recursive: true, force: true });
	const git = promisify(execFile);
	await git('git', ['clone', '--quiet', path.resolve(__dirname, '..'), clone]);
	await git('git', ['checkout', '--quiet', commit], { cwd: clone });
	for (const command of commands) {
		const start = Date.now();
		await npm(clone, command);
		const name = `npm ${command.join(' ')}`;
		const seconds = round((Date.now() - start) / 1_000, 1);
		console.log(`${commit}, ${name}: ${seconds} s`);
		times.set(name, [...(times.get(name) ?? []), seconds]);
	}
	const lock = readFileSync(path.join(clone, 'node_modules', '.package-lock.json'), 'utf8');
	return Object.keys((JSON.parse(lock) as { packages: object }).packages).length;
}

async function npm(cwd: string, args: string[]): Promise<void> {
	const child = spawn('npm', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
	let printed = '';
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (part: string) => (printed += part));
	const code = await new Promise((resolve) => child.once('close', resolve));
	if (code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${printed.slice(-5_000)}`);
}

/** The slowest and the fastest: three values have no quartiles. */
function secondsOf(values: number[]): Spread {
	return { ...spread(values), low: Math.min(...values), high: Math.max(...values) };
}

void main();
