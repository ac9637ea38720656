import ts from 'typescript';

/**
 * Blanks out everything but the texts in quotes, so that what is found in them is at the same line
 * and column as in the file.
 *
 * @param file name that ends in `.ts` or `.json`
 * @param source what is in the file
 * @returns text of the same length, without escapes, names of imported files and plain identifiers
 */
export function stringsOnly(file: string, source: string): string {
	const kind = file.endsWith('.json') ? ts.ScriptKind.JSON : ts.ScriptKind.TS;
	const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true, kind);
	const blank = source.replace(/[^\n]/g, ' ').split('');
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
		if (ts.isStringLiteralLike(node) || isTemplatePart(node)) {
			const text = source.slice(node.getStart(tree), node.getEnd());
			blank.splice(node.getStart(tree), text.length, ...text.replace(/\\[nt]/g, '  ').split(''));
		}
		ts.forEachChild(node, visit);
	};
	visit(tree);
	return blank.join('');
}

function isTemplatePart(node: ts.Node): boolean {
	return ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
}
