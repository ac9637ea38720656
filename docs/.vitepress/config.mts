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
];

/** The site of the pages in this folder. They are plain Markdown and read well on GitHub too. */
export default defineConfig({
	title: 'GRC and TPRM for n8n',
	description:
		'Community nodes for governance, risk and compliance, and third-party risk management',
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
		sidebar: [
			{
				text: 'Get started',
				items: [
					{ text: 'Overview', link: '/' },
					{ text: 'Try it', link: '/try-it' },
					{ text: 'Installation', link: '/installation' },
					{ text: 'Credential', link: '/credential' },
					{ text: 'Credentials for other APIs', link: '/credential-paged-http' },
				],
			},
			{ text: 'Nodes', items: NODES.map(({ text, page }) => ({ text, link: `/nodes/${page}` })) },
			{
				text: 'Guides',
				items: [
					{ text: 'Which paging scheme?', link: '/paging' },
					{ text: 'Paging of known APIs', link: '/paging-designs' },
					{ text: 'Source: Automatic', link: '/paging-automatic' },
					{ text: 'Why a run stopped', link: '/paging-stop-reasons' },
					{ text: 'Large exports', link: '/large-exports' },
					{ text: 'Data syncs', link: '/data-syncs' },
					{ text: 'Errors and retries', link: '/errors' },
					{ text: 'AI agents', link: '/ai-agent' },
					{ text: 'Webhook deliveries', link: '/webhooks' },
					{ text: 'Security review', link: '/security-review' },
					{ text: 'Scale', link: '/scale' },
					{ text: 'Speed', link: '/speed' },
					{ text: 'Troubleshooting', link: '/troubleshooting' },
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
		],
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
