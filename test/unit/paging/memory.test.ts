import { execFileSync } from 'node:child_process';
import path from 'node:path';

const SCRIPT = path.join(__dirname, '../../helpers/readPages.ts');

/** Pages that may be in memory although they were read. */
const MOST_KEPT = 20;

test.each([1, 8])(
	'pages that were read are not kept while others are read: prefetch %p',
	(prefetch) => {
		// In a process of its own: other tests have a heap of their own size.
		const options = ['--expose-gc', '--import', 'tsx', SCRIPT, String(prefetch)];
		const kept = execFileSync(process.execPath, options, { encoding: 'utf8' });
		expect(kept).toMatch(/^-?\d+$/);
		expect(Number(kept)).toBeLessThan(MOST_KEPT);
	},
);
