/** The pages that people read, as patterns from the root of the repository. */
export const MARKDOWN_PAGES = [
	'README.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'CHANGELOG.md',
	'docs/**/*.md',
	'examples/README.md',
];
