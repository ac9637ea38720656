import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

import glob from 'fast-glob';

import { CHARTS } from '../../scripts/docs/picture';
import { charts } from './drawings';

/** Draws what `npm run bench` has measured. With `--check` it draws nothing, and fails where a chart is old. */
function main(): void {
	const wanted = charts();
	const old = [...wanted].filter(
		([file, svg]) => !existsSync(file) || readFileSync(file, 'utf8') !== svg,
	);
	const left = glob.sync(`${CHARTS}/*`).filter((file) => !wanted.has(file));
	if (!process.argv.includes('--check')) {
		mkdirSync(CHARTS, { recursive: true });
		for (const file of left) rmSync(file);
		for (const [file, svg] of old) writeFileSync(file, svg);
	} else if (old.length + left.length > 0) {
		const files = [...old.map(([file]) => file), ...left];
		console.error(`Old: ${files.join(', ')}. Run npm run docs -- charts.`);
		process.exitCode = 1;
	}
}

main();
