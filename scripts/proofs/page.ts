import { readFileSync } from 'node:fs';

/** The page whose answers name what proves them. */
export const REVIEW_PAGE = 'docs/security-review.md';

/** What proves an answer: a test, or a file that says so itself. */
export interface Proof {
	file: string;
	/** As it is written in the file, such as `follows no redirect (%s)`; none for a file alone. */
	title?: string;
}

/** An answer of the page. */
export interface Answer {
	/** The heading above it. */
	question: string;
	proofs: Proof[];
}

const PREFIX = 'Proof: ';

/**
 * Reads the lines that begin with `Proof:`. Each piece of code in them is a file, or a file and the title
 * of a test in it, with an arrow between them; a title alone belongs to the file before it.
 *
 * @returns every question (a heading of the third level) of a page, with what proves its answer
 * @throws Error for a line that names nothing
 */
export function readAnswers(page: string): Answer[] {
	return page
		.split(/^### /m)
		.slice(1)
		.map((section) => {
			const [question = '', ...lines] = section.split('\n');
			const line = lines.find((text) => text.startsWith(PREFIX)) ?? '';
			return { question, proofs: line === '' ? [] : readProofs(line.slice(PREFIX.length)) };
		});
}

/** @returns the answers of the page as it is */
export function readReview(): Answer[] {
	return readAnswers(readFileSync(REVIEW_PAGE, 'utf8'));
}

const ARROW = '› ';

function readProofs(line: string): Proof[] {
	let file = '';
	const proofs = [...line.matchAll(/`([^`]+)`/g)].map(([, code = '']) => {
		const [before = '', ...title] = code.split(ARROW);
		file = before.trim() || file;
		return { file, ...(title.length > 0 && { title: title.join(ARROW) }) };
	});
	if (proofs.length === 0 || file === '') throw new Error(`Not a proof: ${line}`);
	return proofs;
}
