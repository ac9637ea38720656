import { readFileSync } from 'node:fs';

import glob from 'fast-glob';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
	scripts: Record<string, string>;
};

it('every command that a page, a message, or a workflow names is one of package.json', () => {
	const files = glob.sync(
		[
			'{nodes,credentials,examples,scripts,sandbox,bench,test,docs}/**/*.{ts,mts,json,md}',
			'.github/**/*.{yml,md}',
			'.ci/run',
			'*.{js,mjs,md}',
		],
		{ ignore: ['**/node_modules/**', '**/package-lock.json'], dot: true },
	);
	const named = files.flatMap((file) =>
		[...readFileSync(file, 'utf8').matchAll(/npm run ([a-z][\w:-]*)/g)].map(
			([, name = '']) => `${name} in ${file}`,
		),
	);
	expect(named.filter((text) => !((text.split(' ')[0] ?? '') in scripts))).toEqual([]);
	const list = readFileSync('docs/commands.md', 'utf8');
	const missing = Object.keys(scripts).filter(
		(name) => !list.includes(`| \`npm ${name}`) && !list.includes(`| \`npm run ${name}`),
	);
	expect(missing).toEqual([]);
});
