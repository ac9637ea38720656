import type { ICredentialDataDecryptedObject, IExecuteFunctions, UserError } from 'n8n-workflow';

import { memberOf } from '../basics/members';
import { asEntered } from '../n8n/enteredCredential';
import { userError } from '../n8n/nodeErrors';

/** What reading a credential takes of an n8n context. */
export interface CredentialContext extends Pick<
	IExecuteFunctions,
	'getCredentials' | 'getCredentialsProperties'
> {
	/** Only where a node has input items. */
	getInputData?(): readonly unknown[];
}

/** What was found in the credentials of a run, by their type. */
const comparisons = new WeakMap<object, Map<string, Promise<UserError | undefined>>>();

/**
 * Reads a credential, which must be the same for all input items: n8n signs the requests of a run in with
 * that of the first one and stores one token, and some requests are for several items.
 *
 * @throws UserError naming the field whose expression returns another value for another item
 */
export async function credentialFor(
	context: CredentialContext,
	type: string,
): Promise<ICredentialDataDecryptedObject> {
	const found = comparisons.get(context) ?? new Map<string, Promise<UserError | undefined>>();
	comparisons.set(context, found);
	const comparison = found.get(type) ?? compareItems(context, type);
	found.set(type, comparison);
	// A read that failed is repeated.
	comparison.catch(() => found.delete(type));
	const refusal = await comparison;
	if (refusal) throw refusal;
	return await context.getCredentials(type);
}

/**
 * Names with which an expression may take something from its item; with the others it has the same value for
 * all items, or, as with `$now`, another one in each request.
 */
const OF_ITEM = /\$(?!(?:env|now|secrets|self|today|vars)\b)/;

/** @returns why the credential is refused: a field that may depend on the item, and does */
async function compareItems(
	context: CredentialContext,
	type: string,
): Promise<UserError | undefined> {
	const count = context.getInputData?.().length ?? 0;
	if (count < 2) return undefined;
	const entered = await asEntered(context, type);
	const compared = context.getCredentialsProperties(type).filter(({ type: kind, name }) => {
		const text = entered && (JSON.stringify(Reflect.get(entered, name)) ?? '');
		return kind !== 'hidden' && (text === undefined || (text.includes('"=') && OF_ITEM.test(text)));
	});
	if (compared.length === 0) return undefined;
	const textsOf = async (item: number) => {
		const data = await context.getCredentials(type, item);
		return compared.map(({ name }) => JSON.stringify(memberOf(data, name)));
	};
	const first = await textsOf(0);
	for (let item = 1; item < count; item++) {
		const texts = await textsOf(item);
		const field = compared.find((_, index) => texts[index] !== first[index]);
		if (!field) continue;
		return userError(
			`${field.displayName} of the credential differs between rows 1 and ${item + 1}`,
			'All items of a run use the same values of the credential. Use an expression that returns the same value for every item, or a separate node and credential for each account.',
		);
	}
	return undefined;
}
