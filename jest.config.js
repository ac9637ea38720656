/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: '<rootDir>/test/jest/environment.ts',
	testEnvironmentOptions: { globalsCleanup: 'off' },
	roots: [
		'<rootDir>/test/unit',
		'<rootDir>/test/project',
		'<rootDir>/test/engine',
		'<rootDir>/test/service',
	],
	testMatch: ['**/*.test.ts'],
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }],
		'/(node_modules|dist)/.+\\.[cm]?js$': '<rootDir>/test/jest/outsideJest.mjs',
	},
	transformIgnorePatterns: [],
	globalSetup: '<rootDir>/test/helpers/temporaryFolder.ts',
	globalTeardown: '<rootDir>/test/helpers/temporaryFolder.teardown.ts',
	maxWorkers: '100%',
	testSequencer: '<rootDir>/test/jest/shuffle.mjs',
	showSeed: true,
	// Node.js frees memory late, and a restarted worker has to load n8n's engine again.
	workerIdleMemoryLimit: '2GB',
	// Nothing here waits by itself. Two runs at once on two cores may still take their time.
	testTimeout: 300_000,
};
