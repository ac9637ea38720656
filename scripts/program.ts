import { spawn } from 'node:child_process';

/**
 * Runs a program with Node.js in this terminal.
 *
 * @param args its file, and what it is given
 * @param environment is added to that of this process
 * @throws Error when it fails; it has said why
 */
export async function run(args: string[], environment: NodeJS.ProcessEnv = {}): Promise<void> {
	const env = { ...process.env, ...environment };
	const child = spawn(process.execPath, args, { stdio: 'inherit', env });
	// Ctrl-C reaches the program by itself: this process ends when it has ended.
	const wait = () => undefined;
	const forward = () => void child.kill('SIGTERM');
	process.on('SIGINT', wait).on('SIGTERM', forward);
	try {
		const code = await new Promise<number | null>((resolve, reject) => {
			child.once('error', reject).once('close', resolve);
		});
		if (code !== 0) throw new Error(`${args.join(' ')} failed`);
	} finally {
		process.off('SIGINT', wait).off('SIGTERM', forward);
	}
}
