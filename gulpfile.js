const { existsSync, readFileSync, rmSync } = require('node:fs');
const path = require('node:path');

const glob = require('fast-glob');
const { dest, series, src } = require('gulp');

/** What n8n looks for beside a compiled node or credential. */
const ASSETS = [
	'nodes/**/*.{svg,png}',
	'nodes/**/{*.node,__schema__/**/*}.json',
	'credentials/*.{svg,png}',
];

/** Where tsc writes the types of all files. They are as much as a third of the code. */
const TYPES = 'dist/.types';

/** @returns the types that index.d.ts needs, and those that these need */
function exportedTypes(file = 'index.d.ts', found = new Set()) {
	for (const [, name] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)/g)) {
		const place = path.join(
			path.dirname(file),
			name.replace(/^\.\/dist/, TYPES).replace(/\.d$/, ''),
		);
		const types = [`${place}.d.ts`, `${place}/index.d.ts`].find(existsSync);
		if (!types) throw new Error(`${file} needs ${name}, which is not there`);
		if (!found.has(types)) exportedTypes(types, found.add(types));
	}
	return [...found];
}

/** What was renamed or deleted, or is not exported any more, leaves nothing behind in the package. */
async function removeStale() {
	const compiled = glob
		.sync('{nodes,credentials}/**/*.ts')
		.map((file) => file.replace(/ts$/, 'js'));
	const types = exportedTypes().map((file) => path.relative(TYPES, file));
	const wanted = new Set(
		[...compiled, ...types, ...glob.sync(ASSETS)].map((file) => `dist/${file}`),
	);
	for (const file of glob.sync('dist/**/*')) if (!wanted.has(file)) rmSync(file);
}

const copyTypes = () => src(exportedTypes(), { base: TYPES }).pipe(dest('dist'));

/** Copies them as they are: with an encoding, gulp would change pictures. */
const copyAssets = () => src(ASSETS, { base: '.', encoding: false }).pipe(dest('dist'));

exports.default = series(removeStale, copyTypes, copyAssets);
