import { spawn } from 'node:child_process';
import path from 'node:path';

/** The folder of the project. */
export const PROJECT = path.resolve(__dirname, '..');

/** Arguments for Node.js: a program of an installed package. */
export function installed(file: string): string {
	return path.join(PROJECT, 'node_modules', file);
}

/**
 * Runs a program with Node.js in the folder of the project, in this terminal.
 *
 * @param args its file, and what it is given
 * @throws Error when it fails; it has said why
 */
export async function run(args: string[], environment: NodeJS.ProcessEnv = {}): Promise<void> {
	const child = spawn(process.execPath, args, {
		cwd: PROJECT,
		stdio: 'inherit',
		env: { ...process.env, ...environment },
	});
	// Ctrl-C reaches the program by itself: this process ends when it has ended.
	const wait = () => undefined;
	const forward = () => void child.kill('SIGTERM');
	process.on('SIGINT', wait).on('SIGTERM', forward);
	try {
		const code = await new Promise<number | null>((resolve, reject) => {
			child.once('error', reject).once('close', resolve);
		});
		if (code !== 0) throw new Error(`${nameOf(args)} failed`);
	} finally {
		process.off('SIGINT', wait).off('SIGTERM', forward);
	}
}

/** Runs a TypeScript file like {@link run}. */
export async function runScript(file: string, ...args: string[]): Promise<void> {
	await run(['--import', 'tsx', file, ...args]);
}

function nameOf(args: string[]): string {
	const file = args.find((arg) => /\.(?:[cm]?js|ts)$/.test(arg)) ?? '';
	return path.relative(PROJECT, path.resolve(PROJECT, file));
}
