import { build, copyAssets } from './build';
import { main, takesNothing } from './command';
import { runScript } from './program';

const USAGE = `Writes what follows from the nodes: their output schemas, and the tables and the parameter reference in
the documentation.

  npm run generate
  npm run generate -- saved  writes workflows as this version saves them to test/saved/, until it is released
  npm run generate -- locks  writes into the lockfiles where packages are, after npm has changed one`;

void main({
	usage: USAGE,
	run: async (args) => {
		takesNothing(args, USAGE);
		await build();
		for (const name of ['schemas', 'docs']) await runScript(`scripts/${name}.ts`);
		copyAssets();
	},
	commands: {
		locks: async () => ({
			usage: USAGE,
			run: async (args) => {
				takesNothing(args, USAGE);
				await runScript('scripts/locks.ts');
			},
		}),
		saved: async () => ({
			usage: USAGE,
			run: async (args) => {
				takesNothing(args, USAGE);
				await build();
				await runScript('scripts/saved.ts');
			},
		}),
	},
});
