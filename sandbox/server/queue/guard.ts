import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Ends processes and removes folders when this process has ended, in whatever way. */
export interface Guard {
	/**
	 * @param pid of a process, or the negative one of a group
	 * @param signal what ends it
	 */
	watch: (pid: number, signal: NodeJS.Signals) => void;
	forget: (pid: number) => void;
	/** @returns a new folder that is removed in the end */
	temporaryFolder: (name: string) => string;
	/** Ends what is still watched, removes the folders, and waits for that. */
	close: () => Promise<void>;
}

/** Starts a process of its own for it: one that is killed can clean up nothing. */
export function startGuard(): Guard {
	const child = spawn(process.execPath, [path.join(__dirname, 'guardProcess.cjs')], {
		stdio: ['pipe', 'ignore', 'inherit'],
		// Ctrl-C in a terminal must not reach it.
		detached: true,
	});
	const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	const tell = (line: string) => void child.stdin.write(`${line}\n`);
	return {
		watch: (pid, signal) => tell(`+${pid} ${signal}`),
		forget: (pid) => tell(`-${pid}`),
		temporaryFolder: (name) => {
			const folder = mkdtempSync(path.join(tmpdir(), `grc-tprm-${name}-`));
			tell(`folder ${folder}`);
			return folder;
		},
		close: async () => {
			child.stdin.end();
			await ended;
		},
	};
}
