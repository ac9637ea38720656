import path from 'node:path';

import ts from 'typescript';

const PROJECT = path.resolve(__dirname, '../..');

/** Whether TypeScript knows all values of a name: they are in our code, not what someone has entered. */
function isKnown(type: ts.Type): boolean {
	const KNOWN = ts.TypeFlags.StringLiteral | ts.TypeFlags.NumberLike | ts.TypeFlags.ESSymbolLike;
	return type.isUnion() ? type.types.every(isKnown) : (type.flags & KNOWN) !== 0;
}

/** @returns where a source looks up or sets a member by a name that may be `constructor` or `__proto__` */
function find(source: ts.SourceFile, checker: ts.TypeChecker): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		const isIndexed = ts.isElementAccessExpression(node) && !ts.isDeleteExpression(node.parent);
		const name = isIndexed
			? node.argumentExpression
			: ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword
				? node.left
				: undefined;
		if (name && !isKnown(checker.getTypeAtLocation(name))) found.push(node.getText(source));
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** @returns what was found in the sources of a program */
function findIn(program: ts.Program, isWanted: (file: string) => boolean): string[] {
	return program
		.getSourceFiles()
		.filter(({ fileName }) => isWanted(fileName))
		.flatMap((source) =>
			find(source, program.getTypeChecker()).map(
				(text) => `${path.relative(PROJECT, source.fileName)}: ${text}`,
			),
		);
}

it('a name that someone has entered leads to own members only, by memberOf and setMember', () => {
	const file = path.join(PROJECT, 'tsconfig.json');
	const { config } = ts.readConfigFile(file, ts.sys.readFile) as { config: unknown };
	const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, PROJECT);
	const isShipped = (name: string) =>
		/\/(nodes|credentials)\//.test(path.relative(PROJECT, name).replace(/^/, '/'));
	const program = ts.createProgram(fileNames.filter(isShipped), options);
	expect(findIn(program, (name) => isShipped(name) && !name.includes('node_modules'))).toEqual([
		expect.stringMatching(/^nodes.shared.basics.*: record\[name\]$/),
	]);
});

it('and this would be noticed', () => {
	const text = `
		declare const record: Record<string, number>;
		declare const list: number[];
		declare const name: string;
		declare const known: 'a' | 'b';
		const fine = [record.a, record['a'], record[known], list[1], 'a' in record];
		delete record[name];
		const wrong = [record[name], name in record, record[\`\${name}-x\`]];
		record[name] = 1;
	`;
	const file = path.join(PROJECT, 'example.ts');
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
	const host = ts.createCompilerHost({});
	const getSourceFile = host.getSourceFile.bind(host);
	host.getSourceFile = (name, ...more) => (name === file ? source : getSourceFile(name, ...more));
	const program = ts.createProgram([file], { types: [] }, host);
	expect(findIn(program, (name) => name === file)).toEqual([
		'example.ts: record[name]',
		'example.ts: name in record',
		'example.ts: record[`${name}-x`]',
		'example.ts: record[name]',
	]);
});
