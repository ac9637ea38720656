import { readFileSync } from 'node:fs';
import path from 'node:path';

import glob from 'fast-glob';
import * as n8n from 'n8n-workflow';
import ts from 'typescript';

const PROJECT = path.resolve(__dirname, '../..');

/** Here texts are written for where n8n shows them. */
const PLACE = 'nodes/shared/n8n/';

/** Errors that n8n shows with their message and description. */
const ERRORS = new Set(Object.keys(n8n).filter((name) => name.endsWith('Error')));

/** Members that hand a text to n8n. */
const MEMBERS = new Set(['addExecutionHints', 'logger']);

/** @returns what hands n8n a text past the place that makes it safe */
function findPast(source: ts.SourceFile): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		const isError = ts.isNewExpression(node) && ERRORS.has(node.expression.getText(source));
		const isClass =
			ts.isHeritageClause(node) &&
			node.token === ts.SyntaxKind.ExtendsKeyword &&
			ts.isClassDeclaration(node.parent) &&
			node.types.some((type) => ERRORS.has(type.expression.getText(source)));
		const isMember = ts.isPropertyAccessExpression(node) && MEMBERS.has(node.name.text);
		const isTaken = ts.isBindingElement(node) && MEMBERS.has(node.name.getText(source));
		const isAssigned =
			ts.isBinaryExpression(node) &&
			node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
			/(^|\W)error\.(message|description)$/i.test(node.left.getText(source));
		if (isError || isClass || isMember || isTaken || isAssigned)
			found.push(`${source.fileName}: ${node.getText(source).split('\n', 1).join('')}`);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

const parse = (file: string, text: string) =>
	ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);

/** Above this, a person no longer reads it beside a form: the rest is a page of the documentation. */
const MOST_CHARACTERS = 200;

/** @returns the texts of sentences that are longer, without markup and what is put into them */
function findLong(source: ts.SourceFile): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		// Read by models that choose a node, never shown.
		if (ts.isPropertyAssignment(node) && node.name.getText(source) === 'builderHint') return;
		const parts = ts.isStringLiteralLike(node)
			? [node.text]
			: ts.isTemplateExpression(node)
				? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
				: undefined;
		const text = parts?.join('').replace(/<[^>]*>/g, '');
		if (text && text.length > MOST_CHARACTERS && /^[A-Z].*[.:] /.test(text)) found.push(text);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

it('no text on a screen is longer than a person reads there', () => {
	const files = glob.sync(['nodes/**/*.ts', 'credentials/**/*.ts'], { cwd: PROJECT });
	expect(
		files.flatMap((file) => findLong(parse(file, readFileSync(path.join(PROJECT, file), 'utf8')))),
	).toEqual([]);
});

it('errors, hints, and lines of the log reach n8n only through the place that makes their texts safe', () => {
	const files = glob
		.sync(['nodes/**/*.ts', 'credentials/**/*.ts'], { cwd: PROJECT })
		.filter((file) => !file.startsWith(PLACE));
	expect(files.length).toBeGreaterThan(100);
	const found = files.flatMap((file) =>
		findPast(parse(file, readFileSync(path.join(PROJECT, file), 'utf8'))),
	);
	expect(found).toEqual([]);
});

it.each([
	'throw new NodeOperationError(node, text);',
	'throw new UserError(text);',
	'const thrown = new NodeApiError(node, { message: text });',
	'class Mine extends UserError {}',
	'context.addExecutionHints({ message: text });',
	'const { addExecutionHints } = context;',
	'this.logger.warn(text);',
	'const { logger } = context;',
	'error.message = text;',
	'error.description = text;',
])('the rule finds %s', (code) => {
	expect(findPast(parse('a.ts', code))).toHaveLength(1);
});

it.each([
	'if (error instanceof UserError) return error.message;',
	'throw userError(text, fix);',
	'interface Context extends Pick<IExecuteFunctions, "logger"> {}',
	'row.description = text;',
])('the rule has nothing against %s', (code) => {
	expect(findPast(parse('a.ts', code))).toEqual([]);
});
