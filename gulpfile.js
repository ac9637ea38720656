const { dest, parallel, src } = require('gulp');

/** n8n looks for icons and codex files beside the compiled node. */
const assets = () =>
	// gulp 5 decodes every file as UTF-8 unless told not to, which corrupts binary ones.
	src(['nodes/**/*.{svg,png}', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));

const credentialIcons = () =>
	src('credentials/**/*.{svg,png}', { base: '.', encoding: false, allowEmpty: true }).pipe(
		dest('dist'),
	);

exports.default = parallel(assets, credentialIcons);
