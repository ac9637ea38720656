const isInTests = () => 'loadOutsideJest' in globalThis;

/**
 * A transform for what no test changes: installed packages and the built package. Jest gives every
 * test file its own modules, but n8n's engine takes seconds to load. Where a test requires such a
 * file it gets the module that Node has loaded. What Jest loads for itself stays as it is.
 *
 * @type {import('@jest/transform').SyncTransformer}
 */
export default {
	process: (source, file) => ({
		code: isInTests() ? `module.exports = loadOutsideJest(${JSON.stringify(file)});` : source,
	}),
	getCacheKey: (source, file) => (isInTests() ? file : source),
};
