import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** What n8n loads; the rules about timers, globals and imports make sense here only. */
const SHIPPED = ['nodes/**/*.ts', 'credentials/**/*.ts'];

export default defineConfig(
	globalIgnores([
		'**/.data/',
		'**/node_modules/',
		'dist/',
		'coverage/',
		'docs/.vitepress/cache/',
		'docs/.vitepress/dist/',
		'sandbox/n8n/',
		'package-lock.json',
	]),
	{
		files: ['**/*.{js,mjs,ts}'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
		rules: {
			'no-console': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
			],
		},
	},
	{
		files: ['**/*.ts'],
		languageOptions: {
			parserOptions: {
				project: './test/tsconfig.json',
			},
		},
		rules: {
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
			'@typescript-eslint/await-thenable': 'error',
			'@typescript-eslint/switch-exhaustiveness-check': 'error',
		},
	},
	{
		// Types of what is not installed yet are unknown here; the commands that install it check them.
		files: [
			'docs/tools/*.ts',
			'sandbox/editor/*.ts',
			'test/e2e/{editor,globalSetup,nodes.test}.ts',
			'test/mutation/*.{ts,mts}',
		],
		extends: [tseslint.configs.disableTypeChecked],
	},
	{
		files: SHIPPED,
		extends: [n8nCommunityNodesPlugin.configs.recommended],
	},
	{
		files: ['package.json'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
		rules: n8nNodesBase.configs.community.rules,
	},
	{
		files: ['credentials/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// Written for n8n's own repository: it wants a camel-case slug instead of an address.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			// The community plugin's credential-password-field is more exact.
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// They know only the text 'main', not NodeConnectionTypes.Main.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			// Interfaces do have maximum page sizes.
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
	{
		files: ['*.js', '**/jest.config.js', '**/*.cjs'],
		languageOptions: {
			sourceType: 'commonjs',
			globals: {
				require: 'readonly',
				module: 'writable',
				exports: 'writable',
				__dirname: 'readonly',
			},
		},
		rules: { '@typescript-eslint/no-require-imports': 'off' },
	},
	{
		// Programs for a terminal.
		files: [
			'scripts/**/*.ts',
			'sandbox/**/*.ts',
			'bench/**/*.ts',
			'docs/tools/*.ts',
			'test/**/*.mjs',
		],
		languageOptions: { globals: { console: 'writable' } },
		rules: { 'no-console': 'off' },
	},
);
