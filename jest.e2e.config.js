/** The tests that run the real n8n; they take minutes and have a command of their own. */
module.exports = {
	...require('./jest.config.js'),
	roots: ['<rootDir>/test/e2e'],
	maxWorkers: 1,
	testTimeout: 600_000,
	verbose: true,
};
