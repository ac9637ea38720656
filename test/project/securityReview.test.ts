import { existsSync, readFileSync } from 'node:fs';

import glob from 'fast-glob';
import ts from 'typescript';

import { readReview } from '../../scripts/proofs/page';
import type { Report } from '../../scripts/proofs/report';
import { problemWith } from '../../scripts/proofs/report';
import { titlesIn } from '../../scripts/proofs/titles';

describe('docs/security-review.md', () => {
	const answers = readReview();

	it('has about 30 questions, each with a proof', () => {
		expect(answers.length).toBeGreaterThanOrEqual(28);
		expect(answers.filter(({ proofs }) => proofs.length === 0)).toEqual([]);
	});

	it.each(answers)('names files and tests that exist: $question', ({ proofs }) => {
		for (const { file, title } of proofs) {
			expect([file, existsSync(file)]).toEqual([file, true]);
			if (title === undefined || titlesIn(file).includes(title)) continue;
			const now = glob.sync('test/**/*.test.ts').filter((one) => titlesIn(one).includes(title));
			throw new Error(`${file} has no test "${title}"; it is in ${now.join(', ') || 'no file'}`);
		}
	});
});

describe('a proof', () => {
	const ran = (status: string, ...titles: string[]): Report => ({
		testResults: [
			{
				name: `${process.cwd()}/test/a.test.ts`,
				assertionResults: titles.map((title) => ({ ancestorTitles: ['group'], title, status })),
			},
		],
	});
	const file = 'test/a.test.ts';

	it('holds if the test passed, or all tests of its table or group', () => {
		const report = ran('passed', 'sends (1)', 'sends ($2)');
		for (const title of ['sends (1)', 'sends (%i)', 'sends ($amount)', 'group']) {
			expect(problemWith({ file, title }, [report])).toBeUndefined();
		}
		expect(problemWith({ file }, [])).toBeUndefined();
	});

	it.each([
		['failed', ran('failed', 'sends'), 'failed'],
		['was skipped', ran('pending', 'sends'), 'pending'],
		['has another name', ran('passed', 'sends more'), 'in no report'],
	])('does not hold if the test %s', (_, report, problem) => {
		expect(problemWith({ file, title: 'sends' }, [report])).toContain(problem);
	});
});

const CONNECTIONS = ['EventSource', 'WebSocket', 'XMLHttpRequest', 'fetch'];
const GLOBALS = [
	...CONNECTIONS,
	'Function',
	'eval',
	'global',
	'globalThis',
	'module',
	'process',
	'require',
];

const IMPORT_CALL = ts.SyntaxKind.ImportKeyword;

describe('what n8n loads', () => {
	const sources = glob
		.sync(['nodes/**/*.ts', 'credentials/**/*.ts'])
		.map((file) =>
			ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true),
		);

	function nodesIn(node: ts.Node): ts.Node[] {
		const inner: ts.Node[] = [];
		ts.forEachChild(node, (child) => void inner.push(...nodesIn(child)));
		return [node, ...inner];
	}

	/** @returns the texts in quotes, without comments */
	function texts(node: ts.Node): string[] {
		return nodesIn(node).flatMap((inner) =>
			ts.isStringLiteralLike(inner) || ts.isTemplateHead(inner) ? [inner.text] : [],
		);
	}

	/** Of a member, or of what is declared. */
	function isNameOf(parent: ts.Node, node: ts.Node): boolean {
		return 'name' in parent && parent.name === node;
	}

	it('imports nothing that opens connections or files, or starts processes', () => {
		const imported = sources
			.flatMap(({ statements }) => [...statements])
			.flatMap((node) =>
				(ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier
					? texts(node.moduleSpecifier)
					: [],
			);
		const outside = imported.filter((name) => !name.startsWith('.'));
		expect([...new Set(outside)].sort()).toEqual(['crypto', 'luxon', 'n8n-workflow']);
		const otherImports = sources
			.flatMap(nodesIn)
			.filter((node) => ts.isImportEqualsDeclaration(node) || node.kind === IMPORT_CALL);
		expect(otherImports).toEqual([]);
	});

	it('uses no global that can do so', () => {
		const users = sources.flatMap((source) => {
			const nodes = nodesIn(source);
			const own = nodes.flatMap((node) =>
				ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isBindingElement(node)
					? [node.name.getText()]
					: [],
			);
			const used = nodes.flatMap((node) =>
				ts.isIdentifier(node) && !isNameOf(node.parent, node) ? [node.text] : [],
			);
			return GLOBALS.filter((name) => used.includes(name) && !own.includes(name)).map(
				(name) => `${source.fileName}: ${name}`,
			);
		});
		expect(users).toEqual([]);
	});

	it('names no server, but for examples and links to documentation', () => {
		const hosts = sources
			.flatMap(texts)
			.flatMap((text) => [...text.matchAll(/https?:\/\/(\w[\w.-]*)/g)].map(([, host]) => host));
		const known = ['docs.n8n.io', 'github.com', 'localhost'];
		const others = hosts.filter((host) => !/(^|\.)example\.com$/.test(host ?? ''));
		expect(others.filter((host) => !known.includes(host ?? ''))).toEqual([]);
	});

	it('has no dependencies, and runs nothing when it is installed', () => {
		const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, object>;
		for (const name of ['dependencies', 'optionalDependencies', 'bundleDependencies']) {
			expect(Object.keys(manifest[name] ?? {})).toEqual([]);
		}
		const scripts = Object.keys(manifest['scripts'] ?? {});
		expect(scripts.filter((name) => /^(pre|post)?install$|^prepare$/.test(name))).toEqual([]);
	});
});
