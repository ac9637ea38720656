import type { Command } from './command';
import { main } from './command';

void main({
	usage: async () => (await import('../sandbox/service/main.js')).USAGE,
	run: async (args) => await (await import('../sandbox/service/main.js')).serve(args),
	commands: {
		emit: async (): Promise<Command> => {
			const { USAGE, emit } = await import('../sandbox/service/emit.js');
			return { usage: USAGE, run: emit };
		},
		check: async (): Promise<Command> => {
			const { USAGE, checkService } = await import('./check.js');
			return { usage: USAGE, run: checkService, failure: 2 };
		},
	},
});
