import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const README = readFileSync('README.md', 'utf8');

/** What a person sees on GitHub before they scroll. */
const FIRST_SCREEN = README.split('\n').slice(0, 40).join('\n');

it('has at most 900 words, as wc counts them', () => {
	expect(README.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(900);
});

it.each(['npm ci && npm run demo', 'npm ci && npm test'])(
	'has the command %s on its first screen, in a block to copy from',
	(command) => {
		const blocks = [...FIRST_SCREEN.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block);
		expect(blocks.join('\n')).toContain(command);
	},
);

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
