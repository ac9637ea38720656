import { execFileSync } from 'node:child_process';
import path from 'node:path';

const SCRIPT = path.join(__dirname, '../../helpers/readPages.ts');

/** Pages that may be in memory although they were read. */
const MOST_KEPT = 20;

test.each([1, 8])(
	'pages that were read are freed while others are read: prefetch %p',
	(prefetch) => {
		// In a process of its own, with room for what is not freed: no full collection may hide it.
		const heap = ['--expose-gc', '--initial-heap-size=200'];
		const options = [...heap, '--import', 'tsx', SCRIPT, String(prefetch)];
		const kept = execFileSync(process.execPath, options, { encoding: 'utf8' });
		expect(kept).toMatch(/^-?\d+$/);
		expect(Number(kept)).toBeLessThan(MOST_KEPT);
	},
);
