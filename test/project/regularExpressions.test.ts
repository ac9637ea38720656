import { readFileSync } from 'node:fs';
import path from 'node:path';

import glob from 'fast-glob';
import { check } from 'recheck';
import ts from 'typescript';

const PROJECT = path.resolve(__dirname, '../..');

interface Expression {
	file: string;
	/** As it is written, slashes and flags included. */
	text: string;
}

/** The source files of what n8n loads, parsed. */
const files = glob
	.sync(['nodes/**/*.ts', 'credentials/**/*.ts'], { cwd: PROJECT })
	.map((file) =>
		ts.createSourceFile(
			file,
			readFileSync(path.join(PROJECT, file), 'utf8'),
			ts.ScriptTarget.ES2022,
		),
	);

/** @returns the text of every node of a kind, without comments */
function find(file: ts.SourceFile, isWanted: (node: ts.Node) => boolean): Expression[] {
	const found: Expression[] = [];
	const visit = (node: ts.Node): void => {
		if (isWanted(node)) found.push({ file: file.fileName, text: node.getText(file) });
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found;
}

/** @returns how an attack would slow the expression down; `safe` when its time grows with the text */
async function judge(source: string, flags: string): Promise<string> {
	// By calculation, not by trying attacks out: the verdict is the same everywhere and every time.
	const result = await check(source, flags, { checker: 'automaton', timeout: null });
	if (result.status === 'safe') return `safe, ${result.complexity.summary}`;
	if (result.status === 'unknown') return `unknown: ${result.error.kind}`;
	return `${result.complexity.summary}: ${result.attack.pattern}`;
}

/** Without repetition, an expression looks at a piece of the text that has a bounded length. */
const canRepeat = ({ text }: Expression) => /[*+{]/.test(text);

const expressions = files
	.flatMap((file) => find(file, ts.isRegularExpressionLiteral))
	.filter(canRepeat);

describe('the time of a regular expression grows no faster than its text', () => {
	it.each(expressions)('$text in $file', async ({ text }) => {
		const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(text) ?? [];
		expect(await judge(source, flags)).toMatch(/^safe, (linear|constant|safe)$/);
	});

	it('for all that are used: none is made at run time', () => {
		const made = files.flatMap((file) =>
			find(file, (node) => isCall(node) && /^(new )?RegExp\(/.test(node.getText(file))),
		);
		expect(made).toEqual([]);
	});

	it('and others are found', async () => {
		expect(await judge('\\s+$', '')).toContain('2nd degree polynomial');
	});
});

const isCall = (node: ts.Node) => ts.isNewExpression(node) || ts.isCallExpression(node);
