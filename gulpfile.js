const { rmSync } = require('node:fs');

const glob = require('fast-glob');
const { dest, series, src } = require('gulp');

/** What n8n looks for beside a compiled node or credential. */
const ASSETS = [
	'nodes/**/*.{svg,png}',
	'nodes/**/{*.node,__schema__/**/*}.json',
	'credentials/*.{svg,png}',
];

/** A source that was renamed or deleted leaves nothing behind in the package. */
async function removeStale() {
	const sources = glob.sync('{nodes,credentials}/**/*.ts').map((file) => file.replace(/\.ts$/, ''));
	const compiled = sources.flatMap((file) => [`${file}.js`, `${file}.d.ts`]);
	const wanted = new Set([...compiled, ...glob.sync(ASSETS)].map((file) => `dist/${file}`));
	for (const file of glob.sync('dist/**/*')) if (!wanted.has(file)) rmSync(file);
}

/** Copies them as they are: with an encoding, gulp would change pictures. */
function copyAssets() {
	return src(ASSETS, { base: '.', encoding: false }).pipe(dest('dist'));
}

exports.default = series(removeStale, copyAssets);
