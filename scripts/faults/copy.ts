import { execFile, execFileSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** A test that was run. */
export interface TestResult {
	file: string;
	title: string;
	passed: boolean;
}

/** What Jest writes with `--json`. */
interface JestReport {
	testResults: Array<{
		name: string;
		assertionResults: Array<{ title: string; fullName: string; status: string }>;
	}>;
}

/** Longer than all tests together take: a fault may also keep a test from ending. */
const TIMEOUT_MS = 30 * 60 * 1_000;

/** Documentation that is generated differs with any text, whether it is right or wrong. */
const GENERATED = 'generatedDocs';

/** A copy of the project with its build, in a folder of its own. It shares the installed packages. */
export class Copy {
	readonly folder = mkdtempSync(path.join(tmpdir(), 'grc-tprm-faults-'));

	constructor() {
		const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
			encoding: 'utf8',
		});
		for (const file of [
			...listed.split('\n').filter((name) => name !== '' && existsSync(name)),
			'dist',
		])
			cpSync(file, path.join(this.folder, file), { recursive: true });
		symlinkSync(path.resolve('node_modules'), path.join(this.folder, 'node_modules'));
	}

	/** Writes files, does some work, and restores them. */
	async with<T>(files: ReadonlyMap<string, string>, work: () => Promise<T>): Promise<T> {
		const places = [...files].map(([file, text]) => ({
			place: path.join(this.folder, file),
			text,
		}));
		const before = places.map(({ place }) => ({ place, text: readFileSync(place, 'utf8') }));
		for (const { place, text } of places) writeFileSync(place, text);
		try {
			return await work();
		} finally {
			for (const { place, text } of before) writeFileSync(place, text);
		}
	}

	/**
	 * Runs a file of tests.
	 *
	 * @param titles of the tests to run
	 * @returns the results of those that were run
	 */
	async test(file: string, titles: readonly string[]): Promise<TestResult[]> {
		const report = path.join(this.folder, 'report.json');
		rmSync(report, { force: true });
		const pattern = titles.map(escaped).join('|');
		const named = ['--runTestsByPath', file, '-t', pattern];
		await this.jest('--maxWorkers=1', '--json', `--outputFile=${report}`, ...named);
		if (!existsSync(report)) return [];
		const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as JestReport;
		return testResults
			.flatMap(({ assertionResults }) => assertionResults)
			.filter(({ status }) => ['passed', 'failed'].includes(status))
			.map(({ title, status }) => ({ file, title, passed: status === 'passed' }));
	}

	/**
	 * Runs all tests, up to the first file that fails.
	 *
	 * @returns the file and the first of its tests that fails; `undefined` when all tests pass
	 */
	async firstFailure(): Promise<string | undefined> {
		const text = await this.jest('--bail', `--testPathIgnorePatterns=${GENERATED}`);
		const [, file] = /^FAIL (\S+)/m.exec(text) ?? [];
		const [, title = ''] = /^ +● (.+)$/m.exec(text) ?? [];
		return file === undefined ? undefined : `${file}: ${title}`;
	}

	/** @returns what Jest says about the tests */
	private async jest(...args: string[]): Promise<string> {
		const command = ['node_modules/jest/bin/jest.js', ...args];
		const options = { cwd: this.folder, timeout: TIMEOUT_MS, maxBuffer: 2 ** 28 };
		const run = promisify(execFile)(process.execPath, command, options);
		// Jest fails where a test does.
		const { stderr } = await run.catch((error: { stderr: string }) => error);
		return stderr;
	}

	remove(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}
}

function escaped(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
