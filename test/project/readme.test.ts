import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { readUnchangedExamples } from '../../sandbox/demo/examples';

const README = readFileSync('README.md', 'utf8');

/** What a person sees on GitHub who follows the link Try it. */
const [, TRY_IT = ''] = README.split('\n## Try it\n');
const FIRST_SCREEN = TRY_IT.split('\n').slice(0, 20).join('\n');

it.each(['npm ci && npm run demo', 'npm ci && npm test'])(
	'has the command %s on the first screen of Try it, in a block to copy from',
	(command) => {
		const blocks = [...FIRST_SCREEN.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block);
		expect(blocks.join('\n')).toContain(command);
	},
);

it('links to rows of the known APIs that are there', () => {
	const anchors = [...README.matchAll(/paging-designs\.md#([\w-]+)/g)].map(([, anchor]) => anchor);
	expect(anchors.length).toBeGreaterThan(0);
	const page = readFileSync('docs/paging-designs.md', 'utf8');
	expect(anchors.filter((anchor) => !page.includes(`<a id="${anchor}"></a>`))).toEqual([]);
});

it('has pictures that npm and GitHub both show: plain, relative, PNG or GIF', () => {
	expect(README).not.toMatch(/<picture|<img|<source|\.svg/);
	// Badges are pictures too, but links around them, and made by others.
	const pictures = [...README.matchAll(/(?<!\[)!\[([^\]]*)\]\(([^)\s]*)[^)]*\)/g)];
	for (const [, alternative = '', file = ''] of pictures) {
		expect([file, alternative !== '', path.isAbsolute(file), /^https?:/.test(file)]).toEqual([
			file,
			true,
			false,
			false,
		]);
		expect(file).toMatch(/\.(png|gif)$/);
		expect([file, existsSync(file)]).toEqual([file, true]);
	}
});

it('an example says that it needs n8n 2 if it creates a data table, which n8n 1.x cannot', () => {
	const page = readFileSync('examples/README.md', 'utf8').split(/^### /m);
	const named = readUnchangedExamples().map(({ file, workflow }) => {
		const texts = [page.find((part) => part.includes(`(${file})`)), JSON.stringify(workflow)];
		return [file, ...texts.map((text) => /\bn8n 2\b/.test(text ?? ''))];
	});
	const expected = readUnchangedExamples().map(({ file, workflow: { nodes } }) => {
		const needsIt = nodes.some(({ parameters }) => parameters['resource'] === 'table');
		return [file, needsIt, needsIt];
	});
	expect(named).toEqual(expected);
});

it('each guarantee has a figure, which the page that it links to or its command has', () => {
	const [, table = ''] = README.split('\n## What you can rely on\n');
	const rows = [...table.matchAll(/^\| \*\*(.*?)\*\*.*?\| \[(.*?)\]\(([^)#]+)/gm)];
	expect(rows).toHaveLength(6);
	const figures = rows.map(([, name = '', figure = '', file = '']) => {
		const digits = /[\d,]+/.exec(figure)?.[0] ?? 'no figure';
		return [name, existsSync(file), digits !== 'no figure'];
	});
	expect(figures.filter(([, isThere, hasFigure]) => !isThere || !hasFigure)).toEqual([]);
	const designs = readFileSync('docs/paging-designs.md', 'utf8');
	const [, all = '', found = ''] = /(\d+) APIs.*reads (\d+) of them/.exec(designs) ?? [];
	expect(README).toContain(`[${found} of ${all} known APIs]`);
	const speed = readFileSync('docs/speed-and-scale.md', 'utf8');
	expect(speed).toMatch(/Sync 2,000 scopes, none changed.*, 1 request /);
	expect(speed).toMatch(/rejects more than 4 requests at once .*, 4 requests rejected/);
	expect(readFileSync('scripts/e2e.ts', 'utf8')).toContain("['SYNC_KILLS'] ??= '100'");
	expect(readFileSync('scripts/e2e.ts', 'utf8')).toContain("FUZZ_RUNS = '100000'");
	expect(readFileSync('package.json', 'utf8')).not.toContain('"dependencies"');
});

it.each(readdirSync('docs/nodes'))('%s has a picture, an example, and two screens', (file) => {
	const page = readFileSync(`docs/nodes/${file}`, 'utf8');
	expect(page).toMatch(/!\[[^\]]+\]\(\.\.\/screenshots\//);
	expect(page).toContain('](../../examples/');
	expect(page.split('\n').length).toBeLessThanOrEqual(120);
});
