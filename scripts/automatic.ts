import { readFileSync, writeFileSync } from 'node:fs';

import { format, resolveConfig } from 'prettier';

import { DESIGNS } from '../sandbox/designs';
import type { DetectedDesign } from './automatic/detectDesign';
import { detectDesign } from './automatic/detectDesign';
import { table } from './docs/text';

const PAGE = 'docs/paging-automatic.md';
const PLACE = /<!-- automatic -->\n[^]*?<!-- end of automatic -->/;

/**
 * Reads every design of the table from its URL alone, and writes down what was found: the table in
 * the page about Source: Automatic. With `--check` it writes nothing, and fails where it is old.
 */
async function main(): Promise<void> {
	const found: DetectedDesign[] = [];
	for (const design of DESIGNS) {
		if (design.method === 'POST') continue;
		found.push(await detectDesign(design, { ignoreUnknown: true }));
	}
	const wrong = found.filter(({ outcome }) => outcome === 'wrong');
	if (wrong.length > 0)
		throw new Error(`Wrong: ${wrong.map(({ design }) => design.name).join(', ')}`);
	const read = found.filter(({ outcome }) => outcome === 'read').length;
	const summary = `${read} of ${found.length} designs that are read with GET are found, none wrong.`;
	const rows = found
		.map((one) => [one.design.name, ...described(one)])
		.sort(([a = ''], [b = '']) => a.localeCompare(b, 'en'));
	const text = `${summary}\n\n${table(['Design', 'Records', 'Next page', 'Until'], rows)}`;
	const page = readFileSync(PAGE, 'utf8');
	const wanted = await format(
		page.replace(PLACE, () => `<!-- automatic -->\n\n${text}\n\n<!-- end of automatic -->`),
		{ ...(await resolveConfig(PAGE)), parser: 'markdown' },
	);
	if (wanted === page) return;
	if (!process.argv.includes('--check')) return writeFileSync(PAGE, wanted);
	throw new Error(`Old: ${PAGE}. Run npm run generate.`);
}

/** The dataset in a few words: where the records are, what names the next page, what ends it. */
function described({ dataset }: DetectedDesign): string[] {
	const { property, pagingScheme } = (dataset ?? {}) as {
		property?: string;
		pagingScheme?: Scheme;
	};
	if (!pagingScheme) return ['', 'not certain: fill in the fields', ''];
	const { request = {}, response = {}, tokenType, pageUntil } = pagingScheme;
	const number = request.pageParameter ?? request.offsetParameter;
	const next =
		number !== undefined
			? `${code(number)} from ${request.pageStartingValue ?? request.offsetStartingValue}`
			: tokenType === 'url'
				? `URL at ${code(response.nextToken)}`
				: `${code(response.nextToken)} as ${code(request.tokenParameter)}`;
	const until =
		response.totalPages ?? response.totalCount ?? response.moreRecords ?? response.lastPage;
	const last = pageUntil === 'noDataLeft' ? 'an empty page' : 'there is no next page';
	return [
		property === '' ? 'the response' : code(property),
		next,
		until === undefined ? last : code(until),
	];
}

interface Scheme {
	request?: Record<string, string | number>;
	response?: Record<string, string>;
	tokenType?: string;
	pageUntil?: string;
}

function code(value: unknown): string {
	return `\`${String(value)}\``;
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
