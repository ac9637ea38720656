import { didYouMean, KnownNames } from '../../../shared/basics/misspelling';
import { visible } from '../../../shared/basics/visible';
import { looksLikePerson } from '../../../shared/node/cells/person';

/**
 * The service takes any text for an owner, and shows no list of users (scoped-controls, Scope): whether it is a user ID
 * can only be seen by other scopes.
 *
 * @param scopes that exist, each with an `owner`
 * @returns what is doubtful about an owner that a scope gets, a sentence each
 */
export function ownerWarnings(
	scopes: ReadonlyArray<{ owner?: unknown }>,
): (owner: string) => string[] {
	const owners = scopes.map(({ owner }) => keyOf(String(owner ?? ''))).filter(Boolean);
	const present = new Set(owners);
	const known = new KnownNames(present);
	const said = new Map<string, string[]>();
	const find = (owner: string) => {
		if (owner === '' || present.has(owner)) return [];
		if (present.size === 0) return looksLikePerson(owner) ? [NOT_AN_ID] : [];
		return [`${NO_OTHER}${didYouMean(known.meantBy(owner))}`];
	};
	return (owner) => {
		const key = keyOf(owner);
		const warnings = said.get(key) ?? find(key);
		said.set(key, warnings);
		return warnings;
	};
}

function keyOf(owner: string): string {
	return visible(owner).normalize('NFC');
}

const NOT_AN_ID =
	'Owner looks like a name or an email address. Check that it is the ID of a user in the service.';

const NO_OTHER =
	'No other scope has this owner. Check that it is a user ID, not a name or an email address.';
