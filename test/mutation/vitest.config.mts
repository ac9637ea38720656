import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

const HERE = path.dirname(fileURLToPath(import.meta.url));

/**
 * The unit tests of the pure modules, as the mutation run executes them thousands of times: Vitest
 * loads the code once where Jest loads it for each file. `npm test` runs the same files with Jest.
 */
export default defineConfig({
	root: path.join(HERE, '../..'),
	resolve: {
		alias: {
			'n8n-workflow': path.join(HERE, 'n8nWorkflow.ts'),
		},
	},
	test: {
		globals: true,
		isolate: false,
		include: [
			`test/unit/${process.env['MUTATION_ROOM'] ?? '{http,auth,webhook,paging}'}/**/*.test.ts`,
		],
		// These try thousands of random cases, start servers, or compare with docs and other libraries.
		exclude: [
			'**/*propert{y,ies}.test.ts',
			'test/unit/paging/{axios,designs,docs,memory}.test.ts',
			'**/furtherDesigns.test.ts',
		],
		setupFiles: ['test/mutation/jestGlobal.ts'],
		testTimeout: 60_000,
	},
});
