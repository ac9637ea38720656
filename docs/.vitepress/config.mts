import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { slug } from 'github-slugger';
import { defineConfig } from 'vitepress';

const REPOSITORY = 'https://github.com/n8n-nodes-grc-tprm/n8n-nodes-grc-tprm';

const NODES = [
	{ text: 'GRC Scope', page: 'grc-scope' },
	{ text: 'GRC Scope Assignment', page: 'grc-scope-assignment' },
	{ text: 'GRC Control', page: 'grc-control' },
	{ text: 'TPRM Vendor', page: 'tprm-vendor' },
	{ text: 'TPRM Trigger', page: 'tprm-trigger' },
	{ text: 'Paged HTTP', page: 'paged-http' },
	{ text: 'Paged HTTP Trigger', page: 'paged-http-trigger' },
	{ text: 'Signed Webhook Trigger', page: 'signed-webhook-trigger' },
];

/** The pages by what they are for. */
const MENU = [
	{
		text: 'Get started',
		items: [
			{ text: 'Overview', link: '/' },
			{ text: 'Try it', link: '/try-it' },
			{ text: 'Installation', link: '/installation' },
			{ text: 'Credential', link: '/credential' },
			{ text: 'Credentials for other APIs', link: '/credential-paged-http' },
			{ text: 'Your first hour', link: '/first-hour' },
		],
	},
	{
		text: 'What you can do',
		items: [
			{ text: 'Keep an org chart in sync', link: '/nodes/grc-scope' },
			{ text: 'Assign controls to scopes', link: '/nodes/grc-scope-assignment' },
			{ text: 'List controls', link: '/nodes/grc-control' },
			{ text: 'Maintain vendors', link: '/nodes/tprm-vendor' },
			{ text: 'React to vendor events', link: '/nodes/tprm-trigger' },
			{ text: 'Read a list from an API', link: '/nodes/paged-http' },
			{ text: 'Send on only what changed', link: '/data-syncs' },
			{ text: 'Start when a list changes', link: '/nodes/paged-http-trigger' },
			{ text: 'React to webhooks of other tools', link: '/nodes/signed-webhook-trigger' },
			{ text: 'Export a large list', link: '/large-exports' },
			{ text: 'Let an AI agent use the nodes', link: '/ai-agent' },
		],
	},
	{
		text: 'When you need more',
		items: [
			{ text: 'Find your API', link: '/paging-designs' },
			{ text: 'Read an API page by page', link: '/paging' },
			{ text: 'Data syncs in detail', link: '/data-syncs-in-detail' },
			{ text: 'Org chart syncs in detail', link: '/org-chart' },
			{ text: 'Vendor tables in detail', link: '/vendor-tables' },
			{ text: 'Coming from HTTP Request', link: '/coming-from-http-request' },
			{ text: 'Solve a problem', link: '/troubleshooting' },
			{ text: 'Handle errors and retries', link: '/errors' },
			{ text: 'Know what is promised about events', link: '/webhooks' },
			{ text: 'Limits', link: '/limits' },
			{ text: 'Speed and scale', link: '/speed-and-scale' },
			{ text: 'Queue mode', link: '/queue-mode' },
			{ text: 'Security review', link: '/security-review' },
			{ text: 'For your service', link: '/for-your-service' },
			{ text: 'Demo in five minutes', link: '/demo-script' },
		],
	},
	{
		text: 'Parameter reference',
		collapsed: true,
		items: [
			{ text: 'All nodes', link: '/reference/' },
			...NODES.map(({ text, page }) => ({ text, link: `/reference/${page}` })),
			{ text: 'Credential', link: '/reference/credential' },
			{ text: 'Events', link: '/reference/events' },
		],
	},
	{
		text: 'More',
		items: [
			{ text: 'Open points', link: '/open-points' },
			{ text: 'Commands', link: '/commands' },
		],
	},
];

/** What {@link MENU} has of APIs, for programs. */
const KNOWN_APIS = 'known-apis.json';

const TITLE = 'GRC and TPRM for n8n';
const DESCRIPTION =
	'Community nodes for governance, risk and compliance, and third-party risk management';

/** The site of the pages in this folder. They are plain Markdown and read well on GitHub too. */
export default defineConfig({
	title: TITLE,
	description: DESCRIPTION,
	lang: 'en-US',
	base: '/n8n-nodes-grc-tprm/',
	themeConfig: {
		search: { provider: 'local' },
		outline: [2, 3],
		socialLinks: [{ icon: 'github', link: REPOSITORY }],
		editLink: { pattern: `${REPOSITORY}/edit/main/docs/:path`, text: 'Edit this page on GitHub' },
		nav: [
			{ text: 'Installation', link: '/installation' },
			{ text: 'Reference', link: '/reference/' },
			{ text: 'Troubleshooting', link: '/troubleshooting' },
		],
		sidebar: MENU,
	},
	// For programs that read the documentation: https://llmstxt.org.
	buildEnd: async ({ srcDir, outDir }) => {
		await writeFile(path.join(outDir, 'llms.txt'), menuForPrograms());
		await copyFile(path.join(srcDir, KNOWN_APIS), path.join(outDir, KNOWN_APIS));
	},
	markdown: {
		// As on GitHub, so that a link to a heading works in both places.
		anchor: { slugify: (text) => slug(text) },
		config: (md) => {
			// What is not in this folder is not on the site: such a link leads to GitHub.
			md.core.ruler.push('outside-the-site', ({ env, tokens }) => {
				for (const token of tokens.flatMap(({ children }) => children ?? [])) {
					const target = token.type === 'link_open' ? token.attrGet('href') : null;
					if (target?.startsWith('../')) token.attrSet('href', onGitHub(env.relativePath, target));
				}
			});
			// In a page, Vue takes two braces for an expression of its own.
			md.core.ruler.push('braces-of-n8n', ({ tokens }) => {
				for (const token of tokens.flatMap(({ children }) => children ?? [])) {
					if (token.type === 'code_inline') token.attrSet('v-pre', '');
				}
			});
			const text = md.renderer.rules.text;
			md.renderer.rules.text = (...args) =>
				(text?.(...args) ?? '').replaceAll('{{', '&#123;&#123;');
		},
	},
});

/** @returns the target itself when it is a page of the site */
function onGitHub(page: string, target: string): string {
	const file = path.posix.join('docs', path.posix.dirname(page), target);
	return file.startsWith('docs/') ? target : `${REPOSITORY}/blob/main/${file}`;
}

/** @returns the menu as Markdown, with links to the sources of the pages */
function menuForPrograms(): string {
	const sections = MENU.map(({ text, items }) => {
		const links = items.map((item) => `- [${item.text}](${sourceOf(item.link)})`);
		return [`## ${text}`, links.join('\n')].join('\n\n');
	});
	const data = `- [How to read each known API, as JSON](${REPOSITORY}/raw/main/docs/${KNOWN_APIS})`;
	return [`# ${TITLE}`, `> ${DESCRIPTION}`, ...sections, '## Data', data, ''].join('\n\n');
}

function sourceOf(link: string): string {
	return `${REPOSITORY}/raw/main/docs${link.replace(/\/$/, '/index')}.md`;
}
