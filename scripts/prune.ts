import { existsSync, rmSync } from 'node:fs';

import glob from 'fast-glob';

/** A renamed or deleted source must not leave its old output behind in the package. */
for (const output of glob.sync('**/*', { cwd: 'dist', dot: true })) {
	const source = output.replace(/(\.d\.ts|\.js)$/, '.ts');
	if (!existsSync(source)) rmSync(`dist/${output}`);
}
