import { styleText } from 'node:util';

/** A command of package.json. */
export interface Command {
	/** What `--help` prints. */
	usage: string | (() => Promise<string>);
	/** @param args what was given on the command line */
	run: (args: string[]) => Promise<void>;
	/** Commands of its own, by their first word, loaded when they are wanted. */
	commands?: Record<string, () => Promise<Command>>;
	/** Exit code when it throws; 1 by default. */
	failure?: number;
}

/** Runs the command that this process is: prints its usage, or what is wrong in red. */
export async function main(command: Command, args = process.argv.slice(2)): Promise<void> {
	const [first = '', ...others] = args;
	const chosen = command.commands?.[first];
	if (chosen) return await main(await chosen(), others);
	if (args.includes('--help') || args.includes('-h')) {
		const { usage } = command;
		return console.log(typeof usage === 'string' ? usage : await usage());
	}
	try {
		await command.run(args);
	} catch (error) {
		const { message } = error instanceof Error ? error : new Error(String(error));
		console.error(styleText('red', message));
		process.exitCode = command.failure ?? 1;
	}
}

/** @throws Error with the usage when something was given to a command that takes nothing */
export function takesNothing(args: string[], usage: string): void {
	if (args.length > 0) throw new Error(`Unknown argument ${args.join(' ')}\n\n${usage}`);
}
