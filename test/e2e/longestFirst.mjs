import path from 'node:path';

/** Those that take minutes, the longest first: one that started last would be waited for alone. */
const LONG = ['start', 'nodes', 'pollTriggerDurable', 'restarts', 'basics'];

/** Starts the longest test files first. A fresh clone has no times of an earlier run, which Jest would use. */
export default class LongestFirst {
	sort(tests) {
		const rank = ({ path: file }) => {
			const place = LONG.indexOf(path.basename(file, '.test.ts'));
			return place < 0 ? LONG.length : place;
		};
		return [...tests].sort((a, b) => rank(a) - rank(b));
	}

	/** What Jest's own order is made of, which this one does not need. */
	cacheResults() {}
	allFailedTests(tests) {
		return tests;
	}
}
