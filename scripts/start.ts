import { build } from './build';
import { main } from './command';

void main({
	usage: async () => (await import('../sandbox/server/main.js')).USAGE,
	run: async (args) => {
		const { start } = await import('../sandbox/server/main.js');
		await build();
		await start(args);
	},
});
