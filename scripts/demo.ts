import { build } from './build';
import { main, takesNothing } from './command';

const USAGE = `Runs the example workflows on n8n's engine, and prints what each did.

  npm run demo`;

void main({
	usage: USAGE,
	run: async (args) => {
		takesNothing(args, USAGE);
		await build();
		const { demo } = await import('../sandbox/demo/main.js');
		await demo();
	},
});
