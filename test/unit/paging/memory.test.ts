import { execFileSync } from 'node:child_process';
import path from 'node:path';

const SCRIPT = path.join(__dirname, '../../helpers/readPages.ts');

/** Pages that may be in memory although they were read. */
const MOST_KEPT = 20;

/** Records of a page. When V8 collects depends on sizes: with one of them, pages may grow old by chance. */
const SIZES = [1_000, 1_090, 1_210];

test.each([1, 8])(
	'pages that were read are freed while others are read: prefetch %p',
	(prefetch) => {
		// In a process of its own, with room for what is not freed: no full collection may hide it.
		const heap = ['--expose-gc', '--initial-heap-size=200'];
		const keptWith = (size: number) => {
			const options = [...heap, '--import', 'tsx', SCRIPT, String(prefetch), String(size)];
			const kept = execFileSync(process.execPath, options, { encoding: 'utf8' });
			expect(kept).toMatch(/^-?\d+$/);
			return Number(kept);
		};
		// What keeps pages by its design keeps them with any size.
		expect(SIZES.map(keptWith).sort((a, b) => a - b)[0]).toBeLessThan(MOST_KEPT);
	},
);
