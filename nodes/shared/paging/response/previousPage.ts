import { isText } from '../../basics/guards';
import type { Fact } from './facts';
import { toFlag } from './flags';
import {
	ADDRESS_NAMES,
	PREVIOUS_FLAGS,
	PREVIOUS_PAGE,
	TOKEN_WORDS,
	TOKEN_NAMES,
} from './knownNames';
import { isAddress } from './nextPage';
import { namesPosition } from './numbering';

/**
 * A first page has no page before it. If a response to a URL that names no page has one, the list is
 * read backwards, or begins in the middle.
 *
 * @returns what names that page, URLs and tokens first
 */
export function previousIn(facts: readonly Fact[], url: string): Fact[] {
	if (namesPosition(url)) return [];
	const flags = facts.filter(
		(fact) => PREVIOUS_FLAGS.has(fact.name) && toFlag(fact.value) === true,
	);
	const named = facts.filter((fact) => isPrevious(fact) && leadsElsewhere(fact, url));
	return [...named, ...flags];
}

function isPrevious({ name, parent }: Fact): boolean {
	if (PREVIOUS_PAGE.test(name)) return true;
	return (
		PREVIOUS_PAGE.test(parent) &&
		(ADDRESS_NAMES.has(name) || TOKEN_NAMES.has(name) || TOKEN_WORDS.test(name))
	);
}

/** @returns whether a fact leads to another page: numbers 0 and 1 can be those of the first page itself */
function leadsElsewhere({ value }: Fact, url: string): boolean {
	if (typeof value === 'number') return value > 1;
	if (!isText(value) || /^[01]$/.test(value.trim())) return false;
	const isUrl = isAddress({ value }) && URL.canParse(value, url);
	return !isUrl || new URL(value, url).href !== new URL(url).href;
}
