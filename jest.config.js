/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test/unit', '<rootDir>/test/engine', '<rootDir>/test/service'],
	testMatch: ['**/*.test.ts'],
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }],
	},
	// Each worker loads n8n's engine, which takes about as long as the tests that use it.
	maxWorkers: 2,
	// Nothing here waits by itself; a busy machine may still take its time.
	testTimeout: 300_000,
};
