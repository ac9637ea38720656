import { command } from '../sandbox/command';
import { run } from './program';

/** What compares with what users would use instead goes first. */
const ON_N8N = ['paging', 'items', 'writes', 'growth', 'startup'];
/** These start an n8n, and what it needs, themselves. */
const APART: Record<string, string> = {
	triggers: 'bench/triggers/main.ts',
	queue: 'bench/queue/main.ts',
	clone: 'bench/clone.ts',
	stored: 'bench/stored.ts',
};
const USUAL = [...ON_N8N, 'stored', 'triggers'];

/** One round of few records: only whether all still works, in about half a minute. */
const SMALL = { BENCH_ROUNDS: '1', BENCH_SCALE: '0.02' };

const USAGE = `Measures the nodes in the real n8n beside what you would use instead, and keeps the figures.

  npm run bench                      ${USUAL.join(', ')}
  npm run bench -- paging growth     only these parts
  npm run bench -- triggers          TPRM Trigger beside n8n's own triggers; needs PostgreSQL
  npm run bench -- stored            what webhook triggers store of handled events
  npm run bench -- queue             n8n in queue mode; needs Redis and PostgreSQL
  npm run bench -- clone             how long npm ci, demo, and tests take in three fresh clones of the last
                                     commit; with BENCH_BASE=<commit> beside those of an earlier one

  --small    a try of ${ON_N8N.join(', ')}, or of those that are named: its figures are not kept
  --strict   fail where a target is missed

npm run generate writes the figures into the documentation.`;

/** Runs parts in processes of their own, one after the other, also after one that has failed. */
async function measure(args: string[]): Promise<void> {
	const flags = args.filter((arg) => arg.startsWith('--'));
	const named = args.filter((arg) => !arg.startsWith('--'));
	const unknown =
		named.find((part) => !ON_N8N.includes(part) && !(part in APART)) ??
		flags.find((flag) => !['--small', '--strict'].includes(flag));
	if (unknown !== undefined) throw new Error(`Unknown argument ${unknown}\n\n${USAGE}`);
	const isSmall = flags.includes('--small');
	const parts = named.length > 0 ? named : isSmall ? ON_N8N : USUAL;
	const together = parts.filter((part) => ON_N8N.includes(part));
	// Of a try, no figure counts: one n8n does for all.
	const groups = isSmall && together.length > 0 ? [together] : together.map((part) => [part]);
	const programs = [
		...groups.map((group) => ['bench/onN8n.ts', ...group]),
		...parts.flatMap((part) => (part in APART ? [[APART[part] ?? '']] : [])),
	];
	const failed: string[] = [];
	for (const [file = '', ...group] of programs) {
		const start = Date.now();
		const name = group.join(', ') || file;
		console.log(`\n— ${name}`);
		const program = ['--import', 'tsx', file, ...group, ...flags];
		await run(program, isSmall ? SMALL : {}).catch(() => failed.push(name));
		console.log(`— ${name}: ${Math.round((Date.now() - start) / 1_000)} s`);
	}
	if (failed.length > 0) throw new Error(`Failed: ${failed.join(', ')}`);
}

void command(USAGE, measure);
