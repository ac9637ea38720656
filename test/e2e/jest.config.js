const path = require('node:path');
const { env } = require('node:process');

const { transform, ...onEngine } = require('../../jest.config.js');

const rootDir = path.resolve(__dirname, '../..');

/** `npm start` opens the 2.x of the sandbox. */
const project = (displayName, n8nLine, { leftOut = [], testMatch = ['**/*.test.ts'] } = {}) => ({
	displayName,
	rootDir,
	testEnvironment: 'node',
	roots: ['<rootDir>/test/e2e'],
	testMatch,
	testPathIgnorePatterns: leftOut,
	transform,
	globalSetup: '<rootDir>/test/e2e/globalSetup.ts',
	globalTeardown: '<rootDir>/test/e2e/globalTeardown.ts',
	globals: { n8nLine, usesBrowser: !['basics', 'image'].includes(displayName) },
});

/** n8n in queue mode, with Redis and PostgreSQL. */
const queueProject = (displayName, name) => ({
	displayName,
	rootDir,
	testEnvironment: 'node',
	roots: ['<rootDir>/test/queue'],
	testMatch: [`**/${name}.test.ts`],
	transform,
	globalSetup: '<rootDir>/test/queue/globalSetup.ts',
});

/** Our nodes on n8n's engine, as `npm test` runs them, with servers that others have written. */
const serversProject = {
	displayName: 'servers',
	rootDir,
	testEnvironment: onEngine.testEnvironment,
	testEnvironmentOptions: onEngine.testEnvironmentOptions,
	roots: ['<rootDir>/test/servers'],
	testMatch: onEngine.testMatch,
	transform,
	transformIgnorePatterns: onEngine.transformIgnorePatterns,
	globalSetup: '<rootDir>/test/servers/globalSetup.ts',
	globalTeardown: onEngine.globalTeardown,
	testTimeout: onEngine.testTimeout,
};

/** The tests that run the real n8n; they take minutes and have a command of their own. */
module.exports = {
	rootDir,
	projects: [
		project('2.x', '2.x', { leftOut: ['e2e/basics'] }),
		// Its poller stores the state of a poll and its execution one after the other.
		project('1.x', '1.x', { leftOut: ['e2e/start', 'e2e/basics', 'e2e/pollTriggerDurable'] }),
		project('basics', '1.x', { testMatch: ['**/basics.test.ts'] }),
		// In a container, as n8n 3 only comes.
		project('image', 'image', { testMatch: ['**/basics.test.ts'] }),
		project('latest', 'latest', { leftOut: ['e2e/start', 'e2e/basics'] }),
		queueProject('queue', '{queue,promises}'),
		queueProject('soak', 'soak'),
		serversProject,
	],
	testSequencer: '<rootDir>/test/e2e/longestFirst.mjs',
	// Each file has an n8n of its own, which mostly waits.
	maxWorkers: 3,
	// Three times what a start of n8n may take: a busy machine with slow disks takes its time.
	testTimeout: 1_800_000,
	// The list of tests would stand between the name of a file that failed and what failed in it.
	verbose: env.CI === undefined,
};
