import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { CURRENT, LATEST_FOLDER, OLDEST } from './lines';

/** @returns what n8n stores of a run, which it writes with a library of its own: flatted */
export function readRunData(text: string): unknown {
	const manifest = [CURRENT.folder, OLDEST.folder, LATEST_FOLDER]
		.map((folder) => path.join(folder, 'node_modules/n8n/package.json'))
		.find(existsSync);
	// Where n8n runs in a container, that of the development tools.
	const owner = manifest ?? require.resolve('flat-cache/package.json');
	const { parse } = createRequire(owner)('flatted') as { parse: (text: string) => unknown };
	return parse(text);
}
