import { readFileSync } from 'node:fs';

import glob from 'fast-glob';

/** Labels of n8n itself and its nodes, which our reference does not have. */
const OF_N8N = new Set([
	'Add Header',
	'Append or Update Row',
	'Convert to File',
	'Convert to JSON',
	'Convert to Text File',
	'Data > From Text/CSV',
	'Element Type',
	'Extract From CSV',
	'Extract From File',
	'Fields To Split Out',
	'Get Row(s)',
	'Include Empty Cells',
	'Input Binary Field',
	'Install a community node',
	'Loop Over Items',
	'Mode: Choose Branch',
	'Options > Delimiter',
	'Options > Encoding',
	'Read/Write Files from Disk',
	'Remove Duplicates',
	'Remove Items Processed in Previous Executions',
	'Schedule Trigger',
	'Stop Workflow',
	'Use Data of Input',
	'When Executed by Another Workflow',
]);

/** How to choose from a list; the reference has the list alone. */
const MODE_OF_LIST = 'By ID';
const MENUS_OF_N8N = /^(Settings|⋯) > /;

/** Words that a label in Title Case has in lowercase. */
const SMALL_WORDS = /^(a|an|and|as|at|by|for|from|in|not|of|on|or|per|the|to|with)$/;

/** @returns what is set in bold or italics on a page, code apart */
function emphasized(page: string): string[] {
	const text = page.replace(/```[^]*?```|`[^`]*`/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
	return [...text.matchAll(/\*\*([^*]+)\*\*|(?<![\w*])_([^_\n]+)_(?!\w)/g)].map(
		([, bold, italic]) => (bold ?? italic ?? '').replace(/\s+/g, ' '),
	);
}

/** @returns whether a text is written as n8n writes the labels of a form: several words in Title Case */
function isLabel(text: string): boolean {
	const words = text.split(' ').filter((word) => word !== '>');
	return (
		words.length > 1 &&
		!/[.:?!]$/.test(text) &&
		words.every((word, index) => /^[^a-z]/.test(word) || (index > 0 && SMALL_WORDS.test(word)))
	);
}

/** Every label of the nodes and the credential, alone and below the collection that it is in. */
const labels = new Set(
	glob.sync('docs/reference/*.md').flatMap((file) => {
		const page = readFileSync(file, 'utf8');
		const headings = [...page.matchAll(/^##? (.+)$/gm)].map(([, heading = '']) => heading);
		return [
			...emphasized(page).flatMap((label) => [...withPrefixes(label), ...label.split(' > ')]),
			...headings.flatMap((heading) => [heading.replace(': ', ' > '), ...heading.split(': ')]),
		];
	}),
);

/** @returns a label, and what it is below: `Options > Headers` of `Options > Headers > Name` */
function withPrefixes(label: string): string[] {
	const parts = label.split(' > ');
	return parts.map((_, index) => parts.slice(0, index + 1).join(' > '));
}

/** A label may be followed by what is chosen there: `Paging Setup: Saved Setup (JSON)`. */
const isKnown = (text: string) =>
	text === MODE_OF_LIST ||
	OF_N8N.has(text) ||
	MENUS_OF_N8N.test(text) ||
	text.split(': ').every((label) => labels.has(label));

it.each(glob.sync(['docs/*.md', 'docs/nodes/*.md', 'examples/README.md']))(
	'%s names only labels that the forms have',
	(file) => {
		const named = emphasized(readFileSync(file, 'utf8')).filter(isLabel);
		expect(named.filter((label) => !isKnown(label))).toEqual([]);
	},
);
