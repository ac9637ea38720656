import { readFileSync } from 'node:fs';

import glob from 'fast-glob';
import ts from 'typescript';

/** Stands in a message for what differs from case to case. */
const GAP = '…';

/** Pieces of a message that are found apart from each other have to be this long to mean anything. */
const TELLING_LENGTH = 12;

interface Table {
	/** Head of the first column: what its cells are. */
	head: string;
	/** First cell of each row. */
	rows: string[];
}

/** The tables of a page, by their first column. */
function tablesOf(page: string): Table[] {
	return [...page.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) => {
		const [head = '', , ...rows] = table
			.trim()
			.split('\n')
			.map((line) => line.split('|')[1]?.trim() ?? '');
		return { head, rows };
	});
}

function quotesIn(cell: string): string[] {
	return [...cell.matchAll(/`([^`]+)`/g)].map(([, quote = '']) => quote);
}

/** Everything that a file can say: its texts, put together as far as that can be seen from outside. */
function textsOf(file: string): string[] {
	const source = ts.createSourceFile(
		file,
		readFileSync(file, 'utf8'),
		ts.ScriptTarget.ES2022,
		true,
	);
	const constants = new Map<string, ts.Expression>();
	const texts: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isVariableDeclaration(node) && node.initializer && ts.isIdentifier(node.name)) {
			constants.set(node.name.text, node.initializer);
		}
		if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
			texts.push(...readings(node, constants));
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return texts;
}

/** @returns every text that an expression may give, with a gap for what is computed */
function readings(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>): string[] {
	if (ts.isStringLiteralLike(node)) return [node.text];
	if (ts.isConditionalExpression(node)) {
		return [node.whenTrue, node.whenFalse].flatMap((branch) => readings(branch, constants));
	}
	if (isCountOf(node)) return node.arguments.slice(1).flatMap(countsOf);
	if (ts.isTemplateExpression(node)) {
		return node.templateSpans.reduce(
			(texts, { expression, literal }) =>
				readings(expression, constants).flatMap((reading) =>
					texts.map((text) => text + reading + literal.text),
				),
			[node.head.text],
		);
	}
	const constant = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
	return constant && ts.isStringLiteralLike(constant) ? [constant.text] : [GAP];
}

/** @returns whether this is a number with its noun, as `countOf` puts them together */
function isCountOf(node: ts.Expression): node is ts.CallExpression {
	return ts.isCallExpression(node) && node.expression.getText() === 'countOf';
}

function countsOf(noun: ts.Expression): string[] {
	return ts.isStringLiteralLike(noun) ? [`${GAP} ${noun.text}`, `${GAP} ${noun.text}s`] : [GAP];
}

/** A page that is searched has an example of a number where a message has another one. */
function isSaidWithNumbers(message: string, texts: string[]): boolean {
	return isSaid(message, texts) || isSaid(message.replace(/\b\d+\b/g, GAP), texts);
}

/**
 * @returns whether the sources can say a message: all its pieces in one text, in their order, or
 *   each in a text of its own where a message is put together from several
 */
function isSaid(message: string, texts: string[]): boolean {
	const pieces = message
		.split(GAP)
		.map((piece) => piece.trim())
		.filter((piece) => piece !== '');
	if (pieces.length === 0) return false;
	return (
		texts.some((text) => holdsInOrder(text, pieces)) ||
		pieces.every(
			(piece) => piece.length >= TELLING_LENGTH && texts.some((text) => text.includes(piece)),
		)
	);
}

function holdsInOrder(text: string, pieces: string[]): boolean {
	let end = 0;
	return pieces.every((piece) => {
		const start = text.indexOf(piece, end);
		end = start + piece.length;
		return start >= 0;
	});
}

const tables = tablesOf(readFileSync('docs/troubleshooting.md', 'utf8'));
/** Messages of n8n and others have a table of their own, headed "n8n says". */
const rows = tables.filter(({ head }) => head === 'Message').flatMap((table) => table.rows);
const messages = rows.flatMap(quotesIn);
const texts = glob
	.sync(['nodes/**/*.ts', 'credentials/*.ts', 'sandbox/server/*.ts', 'sandbox/editor/*.ts'])
	.flatMap(textsOf);

it.each(messages)('the sources say: %s', (message) => {
	expect(isSaidWithNumbers(message, texts)).toBe(true);
});

it.each([
	'The service did not confirm … of …',
	'The service did not confirm the update of the scope …',
])('what the service leaves open has a row: %s', (message) => {
	expect(messages).toContain(message);
});

it('every table says whose words are in it, and every row of ours quotes some', () => {
	for (const { head } of tables)
		expect(head).toMatch(/^(Message|What you see|In a message|.* says)$/);
	for (const row of rows) expect([row, quotesIn(row).length > 0]).toEqual([row, true]);
	expect(messages.length).toBeGreaterThan(40);
	expect(new Set(messages).size).toBe(messages.length);
});

it.each([
	'Base URL is no web address: …',
	'No access token: … refused the connections',
	'… would be archived, but Archive limit is …',
	'Page … contains … not an array of records: … at …',
	'There are … of the … or … in it',
	'12 vendors would be archived, but Archive Limit is 10',
	'Found 2 vendors at the path "…"',
	GAP,
])('the sources do not say: %s', (message) => {
	expect(isSaidWithNumbers(message, texts)).toBe(false);
});
