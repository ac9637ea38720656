import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

/** @returns titles of the tests and groups of a test file and its parts beside it, as they are written */
export function titlesIn(file: string): string[] {
	const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022);
	const titles: string[] = [];
	const visit = (node: ts.Node): void => {
		if (
			ts.isCallExpression(node) &&
			/^(it|test|describe)\b/.test(node.expression.getText(source))
		) {
			const [title] = node.arguments;
			if (title && ts.isStringLiteralLike(title)) titles.push(title.text);
		}
		if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
			const part = path.join(path.dirname(file), `${node.moduleSpecifier.text}.ts`);
			if (node.moduleSpecifier.text.startsWith('./') && existsSync(part))
				titles.push(...titlesIn(part));
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return titles;
}
