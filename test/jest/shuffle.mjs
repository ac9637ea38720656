import { createHash } from 'node:crypto';
import path from 'node:path';

/**
 * Runs the test files in random order, unit tests last, since those of a worker share n8n's packages.
 * Jest prints the seed; `--seed` repeats the order.
 */
export default class Shuffle {
	constructor({ globalConfig: { seed, rootDir } }) {
		this.place = ({ path: file }) => {
			const name = path.relative(rootDir, file);
			// They are short: at the end, no worker waits long for another.
			const part = name.startsWith(path.join('test', 'unit')) ? 1 : 0;
			return `${part}${createHash('sha1').update(`${seed} ${name}`).digest('hex')}`;
		};
	}

	sort(tests) {
		const placed = [...tests].map((test) => ({ test, place: this.place(test) }));
		return placed.sort((a, b) => (a.place < b.place ? -1 : 1)).map(({ test }) => test);
	}

	/** What Jest's own order is made of, which this one does not need. */
	cacheResults() {}
	allFailedTests(tests) {
		return tests;
	}
}
