import { readFileSync } from 'node:fs';

import { countOf } from '../nodes/shared/basics/values';
import { readReview, REVIEW_PAGE } from './proofs/page';
import { problemWith, type Report } from './proofs/report';

/**
 * `tsx scripts/proofs.ts <report> …`: checks that each test that the page for security reviewers names
 * is in one of Jest's JSON reports, and passed. Fails where one is not.
 */
function main(files: string[]): void {
	if (files.length === 0) throw new Error('Usage: tsx scripts/proofs.ts <report of jest --json> …');
	const reports = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Report);
	const answers = readReview();
	const proofs = answers.flatMap((answer) => answer.proofs);
	const problems = proofs.flatMap((proof) => problemWith(proof, reports) ?? []);
	if (problems.length > 0) throw new Error(problems.join('\n'));
	const tests = proofs.filter(({ title }) => title !== undefined);
	console.log(
		`${REVIEW_PAGE}: ${countOf(answers.length, 'answer')}, ${countOf(tests.length, 'named test')} passed`,
	);
}

try {
	main(process.argv.slice(2));
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
