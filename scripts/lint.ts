import { ESLINT, TYPES } from './checks';
import { main } from './command';
import { installed, run } from './program';

const USAGE = `Checks types, and runs ESLint with n8n's rules for community nodes.

  npm run lint
  npm run lint -- --fix        corrects what can be corrected, and formats all files
  npm run lint -- nodes/Scope  ESLint only, for these files`;

void main({
	usage: USAGE,
	run: async (args) => {
		const files = args.filter((arg) => arg !== '--fix');
		const unknown = files.find((file) => file.startsWith('-'));
		if (unknown !== undefined) throw new Error(`Unknown argument ${unknown}\n\n${USAGE}`);
		if (args.includes('--fix')) {
			const targets = files.length > 0 ? files : ['.'];
			await run([...ESLINT, ...targets, '--fix']);
			await run([
				installed('prettier/bin/prettier.cjs'),
				'--write',
				'--log-level=warn',
				...targets,
			]);
		} else if (files.length > 0) {
			await run([...ESLINT, ...files]);
		} else {
			await run(TYPES);
			await run([...ESLINT, '.']);
		}
	},
});
