import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { buildScanConfig } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { defineConfig, globalIgnores } from 'eslint/config';

/** n8n's rules for what it loads, as its scanner has them. All other rules are in scripts/oxlint.json. */
export default defineConfig(
	globalIgnores(['*', '!nodes', '!credentials', '!package.json']),
	await buildScanConfig(),
	{
		// The scanner still comes with an older version of its rules.
		plugins: { newer: n8nCommunityNodesPlugin },
		rules: Object.fromEntries(
			Object.entries(n8nCommunityNodesPlugin.configs.recommended.rules).map(([name, level]) => [
				name.replace('@n8n/community-nodes', 'newer'),
				level,
			]),
		),
	},
);
