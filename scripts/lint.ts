import { existsSync } from 'node:fs';

import { ESLINT, OXLINT, TYPES } from './checks';
import { main } from './command';
import { installed, run } from './program';

const USAGE = `Checks types, and runs oxlint, and ESLint with n8n's rules for community nodes.

  npm run lint
  npm run lint -- --fix        corrects what can be corrected, and formats all files
  npm run lint -- nodes/Scope  oxlint and ESLint only, for these files`;

void main({
	usage: USAGE,
	run: async (args) => {
		const files = args.filter((arg) => arg !== '--fix');
		const unknown = files.find((file) => file.startsWith('-') || !existsSync(file));
		if (unknown !== undefined) throw new Error(`Unknown argument ${unknown}\n\n${USAGE}`);
		const fix = args.includes('--fix') ? ['--fix'] : [];
		const targets = files.length > 0 ? files : ['.'];
		if (files.length === 0 && fix.length === 0) await run(TYPES);
		await run([...OXLINT, '--no-error-on-unmatched-pattern', ...targets, ...fix]);
		// n8n's rules are not for all files.
		const others = ['--no-warn-ignored', '--no-error-on-unmatched-pattern'];
		await run([...ESLINT, ...others, ...targets, ...fix]);
		if (fix.length > 0)
			await run([
				installed('prettier/bin/prettier.cjs'),
				'--write',
				'--log-level=warn',
				...targets,
			]);
	},
});
