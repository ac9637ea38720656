import { styleText } from 'node:util';

/**
 * Runs the program that this process is.
 *
 * @param usage what `--help` prints
 * @param program is given what was typed after its name; what it throws is printed in red
 * @param failure exit code when it throws
 */
export async function command(
	usage: string,
	program: (args: string[]) => void | Promise<void>,
	failure = 1,
): Promise<void> {
	const args = process.argv.slice(2);
	if (args.includes('--help') || args.includes('-h')) return console.log(usage);
	try {
		await program(args);
	} catch (error) {
		console.error(styleText('red', error instanceof Error ? error.message : String(error)));
		process.exitCode = failure;
	}
}
