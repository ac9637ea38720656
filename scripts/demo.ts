import { build } from './build';
import { main, takesNothing } from './command';

const USAGE = `Runs the example workflows on n8n's engine, and prints what each did.

  npm run demo`;

void main({
	usage: USAGE,
	run: async (args) => {
		takesNothing(args, USAGE);
		// n8n's engine is loaded meanwhile; it loads what is built when the demo begins.
		const [{ demo }] = await Promise.all([import('../sandbox/demo/main.js'), build()]);
		await demo();
	},
});
