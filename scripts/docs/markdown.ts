import glob from 'fast-glob';

const PAGES = [
	'README.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'CHANGELOG.md',
	'docs/**/*.md',
	'examples/README.md',
];

/** @returns the pages that people read, from the root of the repository */
export function markdownPages(): string[] {
	return glob.sync(PAGES, { ignore: ['**/node_modules/**'] });
}
