import { command } from '../sandbox/command';
import { BROWSER, ensureInstalled } from '../sandbox/server/install';
import { CURRENT, OLDEST } from '../sandbox/server/lines';
import { run } from './program';

const USAGE = `Runs the tests on the real n8n, with the packed package. The first run installs n8n (2.4 GB), and
Chromium if it can.

  npm run e2e                                on the n8n 2.x that the package is developed against
  npm run e2e -- --testPathPatterns dpop     with any option of Jest, also after one of these words:
  npm run e2e -- basics    on the oldest n8n 1.x, a few: package, trigger, static data, a sync, a read
  npm run e2e -- 1.x       on the oldest n8n 1.x, all of them (1.6 GB more)
  npm run e2e -- all       on both
  npm run e2e -- install   installs what these need, both n8n and the browser, and runs nothing
  npm run e2e -- latest    on the newest n8n 2.x: npm has no later one
  npm run e2e -- image     the same few as basics, on the newest n8n in a container, or on N8N_IMAGE; needs Docker
  npm run e2e -- queue     n8n in queue mode; needs Redis and PostgreSQL
  npm run e2e -- servers   on n8n's engine, against servers of others from npm; takes a minute
  npm run e2e -- soak      20 minutes of load in queue mode, or QUEUE_SOAK_MINUTES
  npm run e2e -- sync      kills n8n 100 times during data syncs; takes an hour
  npm run e2e -- full      the tests of npm test with all of their cases; takes half an hour
  npm run e2e -- fuzz      100,000 tries for each property of webhook checks and tokens, or FUZZ_RUNS
  npm run e2e -- weekly    what is too long for every day: ${weekly().join(', ')}`;

const JEST = 'node_modules/jest/bin/jest.js';

/** Runs Jest on the real n8n. */
type Variant = (args: string[]) => Promise<void>;

const VARIANTS: Record<string, Variant> = {
	basics: onN8n('basics'),
	'1.x': onN8n('1.x'),
	all: onN8n('2.x', '1.x'),
	install: async () => {
		for (const packages of [CURRENT, OLDEST, BROWSER]) await ensureInstalled(packages, console.log);
	},
	latest: async (args) => {
		await run(['--import', 'tsx', 'sandbox/server/latest.ts']);
		await onN8n('latest')(args);
	},
	image: onN8n('image'),
	servers: onN8n('servers'),
	queue: onN8n('queue'),
	soak: onN8n('soak'),
	sync: async (args) => {
		process.env['SYNC_KILLS'] ??= '100';
		process.env['SYNC_RUNS'] ??= '50';
		await onN8n('2.x')(['--testPathPatterns', 'dataSync', ...args]);
	},
	full: async (args) => await run([JEST, ...args], { TEST_RUNS: 'full' }),
	fuzz: async (args) => {
		const { FUZZ_RUNS = '100000' } = process.env;
		const files = ['test/unit/webhook', 'test/engine/authGuard.fuzz'];
		await run([JEST, ...files, ...args], { FUZZ_RUNS });
	},
};

/** @returns the variants that a week has time for, in the order in which they are run */
function weekly(): string[] {
	return ['1.x', 'latest', 'image', 'queue', 'soak', 'sync', 'full', 'fuzz'];
}

function onN8n(...projects: string[]): Variant {
	return async (args) => {
		const options = ['--config', 'test/e2e/jest.config.js', '--selectProjects', ...projects];
		await run([JEST, ...options, ...args]);
	};
}

/** The types of what drives the browser, which `npm run lint` cannot know. */
async function checkEditorTypes(): Promise<void> {
	await ensureInstalled(BROWSER, console.log);
	await run(['node_modules/typescript/bin/tsc', '-p', 'sandbox/editor/tsconfig.json']);
}

/** Runs each variant, also after one that has failed. */
async function runWeekly(args: string[]): Promise<void> {
	const failed: string[] = [];
	for (const name of weekly()) {
		console.log(`\n— ${name}`);
		await VARIANTS[name]?.(args).catch(() => failed.push(name));
	}
	if (failed.length > 0) throw new Error(`Failed: ${failed.join(', ')}`);
}

void command(USAGE, async (args) => {
	const [first = '', ...others] = args;
	const variant = first === 'weekly' ? runWeekly : VARIANTS[first];
	if (variant) return await variant(others);
	if (first !== '' && !first.startsWith('-'))
		throw new Error(`Unknown argument ${first}\n\n${USAGE}`);
	await checkEditorTypes();
	await onN8n('2.x')(args);
});
