import path from 'node:path';

import type { Proof } from './page';

/** The part of Jest's JSON report (`--json`) that is read here. */
export interface Report {
	testResults: Array<{
		/** Absolute path of the file. */
		name: string;
		assertionResults: Array<{ ancestorTitles: string[]; title: string; status: string }>;
	}>;
}

/** What Jest replaces in the title of a table of tests. */
const PLACES = /%[a-zA-Z#]|\$#|\$[\w.]+/g;

/**
 * @param reports of all runs that belong together
 * @returns why a test does not prove anything: it did not run, or did not pass; `undefined` if it does
 */
export function problemWith({ file, title }: Proof, reports: Report[]): string | undefined {
	if (title === undefined) return undefined;
	const wanted = new RegExp(`^${title.split(PLACES).map(escaped).join('.*')}$`, 's');
	const found = reports
		.flatMap(({ testResults }) => testResults)
		.filter(({ name }) => path.relative('.', name) === file)
		.flatMap(({ assertionResults }) => assertionResults)
		.filter((test) => [test.title, ...test.ancestorTitles].some((text) => wanted.test(text)));
	const place = `${file} › "${title}"`;
	if (found.length === 0) return `${place} is in no report`;
	const failed = found.filter(({ status }) => status !== 'passed');
	return failed.length === 0 ? undefined : `${place}: ${failed[0]?.status}`;
}

function escaped(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
