const { transform } = require('./jest.config.js');

const project = (n8nLine, testPathIgnorePatterns = []) => ({
	displayName: n8nLine,
	testEnvironment: 'node',
	roots: ['<rootDir>/test/e2e'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns,
	transform,
	globalSetup: '<rootDir>/test/e2e/globalSetup.ts',
	globals: { n8nLine },
});

/** n8n in queue mode, with Redis and PostgreSQL. */
const queueProject = (displayName, name) => ({
	displayName,
	testEnvironment: 'node',
	roots: ['<rootDir>/test/queue'],
	testMatch: [`**/${name}.test.ts`],
	transform,
	globalSetup: '<rootDir>/test/queue/globalSetup.ts',
});

/** The tests that run the real n8n; they take minutes and have commands of their own. */
module.exports = {
	// `npm start` opens the 2.x of the sandbox.
	projects: [
		project('2.x'),
		project('1.x', ['e2e/start']),
		project('latest', ['e2e/start']),
		queueProject('queue', 'queue'),
		queueProject('soak', 'soak'),
	],
	// One server at a time.
	maxWorkers: 1,
	testTimeout: 600_000,
	verbose: true,
};
