import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import glob from 'fast-glob';

import { Compiler } from './faults/compiler';
import type { TestResult } from './faults/copy';
import { Copy } from './faults/copy';
import type { Fault } from './faults/fault';
import { apply, readFaults } from './faults/fault';

const USAGE = `Makes one fault after the other in a copy of the package, and shows which test notices it.

Each fault is a patch in test/faults/, which says what a user would see and which test notices it. That
test is run first, and all tests if it does not fail. The exit code is 1 if a fault is not noticed, or if
its patch can no longer be applied.

  npm run faults                all of them
  npm run faults -- 7 12        those with these numbers
  npm run faults -- --compile   only check that they can be applied, and compile
  npm run faults -- --jobs 1    how many at once (default: one per processor, at most 4)`;

/** What became of a fault, and which test has noticed it. */
interface Verdict {
	isCaught: boolean;
	text: string;
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			compile: { type: 'boolean', default: false },
			jobs: { type: 'string', default: String(Math.min(4, availableParallelism())) },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	if (values.help) return console.log(USAGE);
	const faults = readFaults(positionals);
	let good = 0;
	const print = ({ number, sees }: Fault, { isCaught, text }: Verdict) => {
		if (isCaught) good++;
		console.log(`${number}  ${isCaught ? '' : 'NOT NOTICED: '}${sees}\n      ${text}`);
	};
	const compiler = new Compiler();
	if (values.compile) {
		for (const fault of faults) print(fault, tryCompiling(compiler, fault));
	} else {
		await tryAll(faults, Math.min(Number(values.jobs), faults.length), compiler, print);
	}
	console.log(
		`\n${good} of ${faults.length} faults ${values.compile ? 'compile' : 'are noticed'}.`,
	);
	process.exitCode = good === faults.length ? 0 : 1;
}

function tryCompiling(compiler: Compiler, fault: Fault): Verdict {
	try {
		compiler.compile(apply(fault, compiler.sources));
		return { isCaught: true, text: 'compiles' };
	} catch (error) {
		return { isCaught: false, text: messageOf(error) };
	}
}

async function tryAll(
	faults: readonly Fault[],
	jobs: number,
	compiler: Compiler,
	print: (fault: Fault, verdict: Verdict) => void,
): Promise<void> {
	const copies = Array.from({ length: jobs }, () => new Copy());
	try {
		const named = await runNamed(faults, copies);
		const waiting = [...faults];
		await Promise.all(
			copies.map(async (copy) => {
				for (let fault = waiting.shift(); fault; fault = waiting.shift())
					print(fault, await tryOne(fault, copy, compiler, named));
			}),
		);
	} finally {
		for (const copy of copies) copy.remove();
	}
}

/**
 * Runs the tests that faults name, without a fault.
 *
 * @returns those that exist
 * @throws Error when one of them fails: it would seem to notice every fault
 */
async function runNamed(faults: readonly Fault[], copies: readonly Copy[]): Promise<Set<string>> {
	const titles = faults.map(({ caughtBy }) => caughtBy.title);
	const waiting = [...new Set(faults.flatMap(filesOf))];
	console.log(`Running the named tests without a fault first (${waiting.length} files).\n`);
	const named = new Set<string>();
	const run = async (copy: Copy) => {
		for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
			for (const result of await copy.test(file, titles)) {
				if (!result.passed) throw new Error(`Fails without a fault: ${nameOf(result)}`);
				named.add(nameOf(result));
			}
		}
	};
	await Promise.all(copies.map(run));
	return named;
}

/** @returns where the test is that notices a fault: it may have moved */
function filesOf({ caughtBy: { file, title } }: Fault): string[] {
	if (existsSync(file)) return [file];
	const all = glob.sync('test/{unit,engine,service}/**/*.test.ts');
	return all.filter((candidate) => readFileSync(candidate, 'utf8').includes(title));
}

async function tryOne(
	fault: Fault,
	copy: Copy,
	compiler: Compiler,
	named: ReadonlySet<string>,
): Promise<Verdict> {
	try {
		const changed = apply(fault, compiler.sources);
		const files = new Map([...changed, ...compiler.compile(changed)]);
		return await copy.with(files, async () => {
			const { title } = fault.caughtBy;
			for (const file of filesOf(fault).filter((one) => named.has(nameOf({ file: one, title })))) {
				const failed = (await copy.test(file, [title])).find(({ passed }) => !passed);
				if (failed) return { isCaught: true, text: nameOf(failed) };
			}
			const other = await copy.firstFailure();
			return other === undefined
				? { isCaught: false, text: 'All tests pass.' }
				: { isCaught: true, text: `${other} (name it in the patch)` };
		});
	} catch (error) {
		return { isCaught: false, text: messageOf(error) };
	}
}

function nameOf({ file, title }: Pick<TestResult, 'file' | 'title'>): string {
	return `${file}: ${title}`;
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

void main();
