import { readFileSync } from 'node:fs';
import path from 'node:path';

import glob from 'fast-glob';

/** These try thousands of random cases, or compare with docs and other libraries. */
const LEFT_OUT = /propert(y|ies)\.test|(docs|axios)\.test/;

it.each(['http', 'auth', 'webhook', 'paging'])(
	'the mutation run has every unit test of %s, random ones apart',
	(room) => {
		const suite = readFileSync(`test/mutation/${room}.suite.ts`, 'utf8');
		const imported = [...suite.matchAll(/'\.\.\/unit\/(.*)'/g)].map(([, file]) => `${file}.ts`);
		const tests = glob
			.sync(`test/unit/${room}/*.test.ts`)
			.map((file) => path.posix.relative('test/unit', file))
			.filter((file) => !LEFT_OUT.test(file));
		expect(imported.sort()).toEqual(tests.sort());
		expect(tests.length).toBeGreaterThan(0);
	},
);
