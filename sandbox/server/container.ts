import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

import type { Progress } from './progress';
import { step } from './progress';

const run = promisify(execFile);

/** How a command of n8n is run in a container. */
interface Container {
	/** To end it by. */
	name: string;
	image: string;
	/** Has the same path inside. */
	userFolder: string;
	environment: NodeJS.ProcessEnv;
}

/**
 * @param command of n8n, with its options
 * @returns the arguments of `docker`: the container shares the network of the machine, where the reference
 *   service is, and writes its files as this user
 */
export function dockerArguments(
	{ name, image, userFolder, environment }: Container,
	command: readonly string[],
): string[] {
	const { uid, gid } = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
	const settings = { ...environment, HOME: userFolder };
	return [
		...['run', '--rm', '--name', name, '--network', 'host'],
		...['--user', `${uid}:${gid}`],
		// Node.js finds no home without the name of the user.
		...['--volume', '/etc/passwd:/etc/passwd:ro'],
		...['--volume', `${userFolder}:${userFolder}`],
		...Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
		image,
		...command,
	];
}

/** Ends a container at once; without effect when it has ended. */
export function killContainer(name: string): void {
	spawnSync('docker', ['kill', name], { stdio: 'ignore' });
}

/** Fetches the newest image of this name, and says which n8n is in it. */
export async function pullImage(image: string, progress: Progress): Promise<void> {
	await step(progress, `Fetching the image ${image}`, async () => {
		await run('docker', ['pull', '--quiet', image]);
	});
	const { stdout } = await run('docker', ['run', '--rm', image, '--version']);
	progress(`It has n8n ${stdout.trim()}.`);
}
