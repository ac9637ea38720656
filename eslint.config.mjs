import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { defineConfig, globalIgnores } from 'eslint/config';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const { community, credentials, nodes } = n8nNodesBase.configs;

export default defineConfig(
	globalIgnores(['dist/', '.data/', 'coverage/', 'docs/.vitepress/{cache,dist}/']),
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },
	{ files: ['**/*.{js,cjs,mjs,ts,mts}'], extends: [js.configs.recommended] },
	{ files: ['**/*.{js,cjs,mjs}'], languageOptions: { globals: globals.nodeBuiltin } },
	{
		files: ['**/*.{js,cjs}'],
		languageOptions: { globals: globals.node, sourceType: 'commonjs' },
	},
	{
		files: ['**/*.{ts,mts}'],
		extends: [tseslint.configs.recommended],
		languageOptions: {
			parserOptions: {
				project: ['tsconfig.json', 'docs/tsconfig.json', 'sandbox/editor/tsconfig.json'],
			},
		},
		rules: {
			'@typescript-eslint/await-thenable': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-array-delete': 'error',
			'@typescript-eslint/no-duplicate-type-constituents': 'error',
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-for-in-array': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
			'@typescript-eslint/no-redundant-type-constituents': 'error',
			'@typescript-eslint/no-unnecessary-type-assertion': 'error',
			'@typescript-eslint/no-unsafe-enum-comparison': 'error',
			'@typescript-eslint/no-unsafe-unary-minus': 'error',
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
			],
			'@typescript-eslint/prefer-promise-reject-errors': 'error',
			'@typescript-eslint/switch-exhaustiveness-check': 'error',
		},
	},

	// What n8n loads: n8n's own rules, as its package scanner has them, and what security reviewers are
	// promised. No comment switches one off.
	{
		files: ['{nodes,credentials}/**/*.{ts,json}', 'package.json'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		linterOptions: { noInlineConfig: true },
		rules: { 'no-console': 'error' },
	},
	{ files: ['**/*.json'], languageOptions: { parser: tseslint.parser } },
	{ files: ['package.json'], rules: community.rules },
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...credentials.rules,
			// It wants the name of a page of n8n's own documentation.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			// The community rule credential-password-field is more exact.
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...nodes.rules,
			// Inputs and outputs may be an enum, too.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			// An API may have a maximum.
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
	{
		files: ['{nodes,credentials}/**/*.ts'],
		rules: {
			// Nothing that opens connections or files, or starts processes.
			'no-restricted-imports': [
				'error',
				{ patterns: [{ regex: '^(?!\\.|(crypto|luxon|n8n-workflow)$)' }] },
			],
			'no-restricted-globals': [
				'error',
				...['EventSource', 'WebSocket', 'XMLHttpRequest', 'fetch', 'Function', 'eval'],
				...['global', 'globalThis', 'module', 'process', 'require'],
			],
			'no-restricted-syntax': [
				'error',
				'ImportExpression',
				'TSImportEqualsDeclaration',
				...['Literal[value=', 'TemplateElement[value.raw='].map((text) => ({
					selector: `${text}/https?:..(?!docs[.]n8n[.]io|github[.]com|localhost|([\\w-]+[.])*example[.]com)\\w/]`,
					message: 'A text names no server, but for examples and links to documentation.',
				})),
			],
		},
	},
);
