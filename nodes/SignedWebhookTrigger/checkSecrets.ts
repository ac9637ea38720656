import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { plainText } from '../shared/basics/plainText';
import { readSecretFields } from '../shared/forms/secretFields';
import { secretProblem } from '../shared/webhook/signingKeys';
import { SIGNED_WEBHOOK } from './kind';

/** How keys of Stripe's API begin: they sign nothing. */
const API_KEY = /^[rsp]k_(live|test)_/;

/** How keys for signatures with public keys begin. */
const PUBLIC_KEY = /^wh[ps]k_/;

/**
 * Tests the credential, as far as that is possible without a sender: what it finds is half a secret, or
 * something else than one. How a secret is encoded depends on the sender, which the credential does not know.
 */
export async function checkSecrets(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const secrets = readSecretFields(data ?? {}, SIGNED_WEBHOOK.secretFields).filter(
		(secret) => secret !== '',
	);
	const message = secrets.length === 0 ? BLANK : secrets.map(problemOf).find(Boolean);
	return message
		? { status: 'Error', message }
		: { status: 'OK', message: 'Only a delivery shows whether the secret is the right one' };
}

const BLANK = 'Enter the signing secret that the sender shows for the webhook endpoint.';

/** Bytes of a secret at least, as a recommendation: a shorter one could be found by trying all. */
const SHORTEST = 8;

function problemOf(secret: string): string | undefined {
	if (API_KEY.test(secret)) return 'This is an API key. Enter the signing secret of the endpoint.';
	if (PUBLIC_KEY.test(secret))
		return 'This is a key for signatures with public keys. Enter the secret that starts with whsec_.';
	const problem = secretProblem({ key: 'text', minKeyBytes: SHORTEST }, secret);
	if (problem === 'misplacedPrefix')
		return 'whsec_ can only be at the beginning of a secret. Enter one secret in each field.';
	if (problem === 'tooShort')
		return `A secret has fewer than ${SHORTEST} characters. Copy it again, to its last character, or use a longer one.`;
	if (problem) return 'A secret is incomplete. Copy it again, to its last character.';
	return plainText(secret) === secret
		? undefined
		: 'A secret contains invisible characters. Copy it again, or type it.';
}
