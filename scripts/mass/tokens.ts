import { readFileSync } from 'node:fs';

import ts from 'typescript';

/** @returns the leaf tokens of TypeScript's parser in a file; comments do not count */
export function massOf(file: string): number {
	const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
	const count = (node: ts.Node): number => {
		const children = node.getChildren(source).filter((child) => !isDoc(child));
		if (children.length > 0) return children.reduce((sum, child) => sum + count(child), 0);
		return node.kind === ts.SyntaxKind.EndOfFileToken ? 0 : 1;
	};
	return count(source);
}

function isDoc({ kind }: ts.Node): boolean {
	return kind >= ts.SyntaxKind.FirstJSDocNode && kind <= ts.SyntaxKind.LastJSDocNode;
}
