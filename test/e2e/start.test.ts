import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { RestClient } from '../../sandbox/server/restClient';
import { until } from '../../sandbox/server/until';
import type { Execution } from './executions';

/** `npm start` as it runs in a terminal. */
interface Terminal {
	/** Waits until something is printed and gives its groups; rejects when the command ends before. */
	prints: (text: RegExp) => Promise<string[]>;
	/** Ctrl-C by somebody impatient: every process of the terminal's group gets the signal, twice. */
	ctrlC: () => Promise<void>;
	/** Ends every process of the terminal's group at once, so that none of them can clean up. */
	kill: () => Promise<void>;
}

/** A workflow as n8n lists it. */
interface Listed {
	name: string;
	updatedAt: string;
	tags: Array<{ name: string }>;
}

const STARTED_WITHIN_MS = 900_000;

const folder = mkdtempSync(path.join(tmpdir(), 'grc-tprm-start-'));
const terminals: Terminal[] = [];
/** Every process that was seen below one of them. */
const started = new Set<number>();

afterAll(async () => {
	for (const terminal of terminals) await terminal.ctrlC();
	rmSync(folder, { recursive: true, force: true });
});

function start(...args: string[]): Terminal {
	const child = spawn('npm', ['start', '--', '--folder', folder, ...args], { detached: true });
	let output = '';
	let ended = false;
	const exit = new Promise<void>((resolve) => child.once('close', () => resolve()));
	void exit.then(() => (ended = true));
	child.stdout.on('data', (text) => (output += text));
	child.stderr.on('data', (text) => (output += text));
	const signal = async (name: NodeJS.Signals) => {
		if (ended || child.pid === undefined) return;
		for (const pid of await startedBy(child.pid)) started.add(pid);
		try {
			process.kill(-child.pid, name);
		} catch {
			// They have ended, which this process is about to hear.
		}
	};
	const terminal: Terminal = {
		prints: async (text) => {
			await until(
				async () => {
					if (ended && !text.test(output)) throw new Error(`npm start ended:\n${output}`);
					return { is: text.test(output), seen: output };
				},
				`"${text.source}"`,
				STARTED_WITHIN_MS,
			);
			return text.exec(output)?.slice(1) ?? [];
		},
		kill: async () => {
			await signal('SIGKILL');
			await exit;
		},
		ctrlC: async () => {
			await signal('SIGINT');
			await new Promise((resolve) => setTimeout(resolve, 50));
			await signal('SIGINT');
			await exit;
		},
	};
	terminals.push(terminal);
	return terminal;
}

/**
 * Processes that one of the commands has started, or that say that they are its n8n: other tests run
 * theirs at the same time.
 */
async function left(): Promise<string[]> {
	const lines = await processes();
	return lines
		.filter(({ pid, text }) => started.has(pid) || text.includes(`N8N_USER_FOLDER=${folder}`))
		.map(({ pid, text }) => `${pid} ${text}`);
}

/** What was told to end may need a moment for it. */
async function untilNothingIsLeft(): Promise<void> {
	await until(async () => {
		const seen = await left();
		return { is: seen.length === 0, seen };
	}, 'the end of everything that was started');
}

/** @returns what a process has started, and what that has started */
async function startedBy(root: number): Promise<number[]> {
	const lines = await processes();
	const below = (parent: number): number[] =>
		lines.flatMap(({ pid, ppid }) => (ppid === parent ? [pid, ...below(pid)] : []));
	return below(root);
}

/** @returns all processes, each with its command and its environment */
async function processes(): Promise<Array<{ pid: number; ppid: number; text: string }>> {
	const { stdout } = await promisify(execFile)('ps', ['axewwo', 'pid=,ppid=,args='], {
		maxBuffer: 64 * 1024 * 1024,
	});
	return stdout.split('\n').flatMap((line) => {
		const [, pid, ppid, text = ''] = /^ *(\d+) +(\d+) (.*)$/.exec(line) ?? [];
		return pid === undefined ? [] : [{ pid: Number(pid), ppid: Number(ppid), text }];
	});
}

async function ready(terminal: Terminal): Promise<RestClient> {
	const [url = ''] = await terminal.prints(/Editor\s+(http:\/\/[^/\s]+)/);
	const [password = ''] = await terminal.prints(/Password\s+(\S+)/);
	const rest = new RestClient(url, password);
	await rest.enter();
	return rest;
}

describe('npm start', () => {
	it('opens an editor with the examples, where events start workflows, and Ctrl-C ends all of it', async () => {
		const terminal = start('--port', '0');
		const rest = await ready(terminal);
		await terminal.prints(/Start\s+http:\/\/\S+\/workflow\/start-here/);
		const workflows = await rest.call<Listed[]>('GET', '/rest/workflows?includeScopes=true');
		const latest = workflows.reduce((a, b) => (a.updatedAt < b.updatedAt ? b : a));
		expect(latest.name).toBe('Start here');
		const { timezone } = await rest.call<{ timezone: string }>('GET', '/rest/settings');
		expect(timezone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
		// The name of each begins with its goal, which is its tag.
		const goals = workflows.map(({ name, tags }) => [
			name.split(':')[0],
			...tags.map((tag) => tag.name),
		]);
		expect(goals).toContainEqual(['Org chart', 'Org chart']);
		expect(goals.filter(([goal, ...tags]) => tags.length !== 1 || tags[0] !== goal)).toEqual([]);
		// The first event happens at once.
		await until(async () => {
			const { results: seen } = await rest.call<{ results: Execution[] }>(
				'GET',
				'/rest/executions',
			);
			return { is: seen.some(({ status }) => status === 'success'), seen };
		}, 'a run that an event started');
		await rest.call('PATCH', '/rest/workflows/reorganize', { name: 'My own name' });
		await terminal.ctrlC();
		await untilNothingIsLeft();
	});

	it('keeps what its user changed, refuses to run twice, and leaves no process when it is killed', async () => {
		const later = start('--port', '0');
		const rest = await ready(later);
		const kept = await rest.call<{ name: string }>('GET', '/rest/workflows/reorganize');
		expect(kept.name).toBe('My own name');

		const samePort = start('--port', new URL(rest.url).port);
		await samePort.prints(/Port \d+ is in use. Choose another port with --port/);
		const sameFolder = start('--port', '0', '--reset');
		await sameFolder.prints(/npm start is already running in .* Stop it, or choose another folder/);
		await later.kill();
		await untilNothingIsLeft();
	});

	it.each([
		[/Starting n8n …/, []],
		[/Importing the credential and the example workflows/, ['--reset']],
	])(
		'leaves no process when Ctrl-C is pressed twice as soon as it prints %s; %j tells it to begin anew',
		async (text, options) => {
			const kept = path.join(folder, 'kept');
			writeFileSync(kept, '');
			const terminal = start('--port', '0', ...options);
			await terminal.prints(text);
			await terminal.ctrlC();
			await untilNothingIsLeft();
			expect(existsSync(kept)).toBe(options.length === 0);
		},
	);
});
