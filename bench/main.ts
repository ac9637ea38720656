import { spawnSync } from 'node:child_process';
import path from 'node:path';

import glob from 'fast-glob';

/** `npm run bench`: runs every benchmark in a process of its own, one after the other. */
const own = path.basename(__filename);
for (const file of glob.sync('*.ts', { cwd: __dirname }).sort()) {
	if (file === own) continue;
	console.log(`\n— ${file}`);
	const { status } = spawnSync(process.execPath, ['--import', 'tsx', path.join(__dirname, file)], {
		stdio: 'inherit',
	});
	if (status !== 0) process.exitCode = 1;
}
