import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { ABORTED, orAborted } from '../basics/abort';
import { readSecretFields } from '../forms/secretFields';
import { triggerId } from './triggerId';
import type { TriggerKind } from './triggerKind';

/** The secret in each field of a credential, blank ones included; `undefined` where it cannot be read. */
type SigningSecrets = readonly string[] | undefined;

/** The part of a kind that knows the credential. */
type CredentialKind = Pick<TriggerKind, 'credential' | 'secretFields'>;

/**
 * A read that takes longer counts as failed, in milliseconds: it would hold back all deliveries that
 * come after it. Most senders wait longer.
 */
const LIMIT_MS = 10_000;

/** Reads in progress, one for the process: n8n loads this module once, for all workflows. */
const reading = new Map<string, Promise<SigningSecrets>>();

/**
 * Reads the signing secrets of the credential.
 *
 * @returns also the blank ones; `undefined` when n8n throws, because the credential was deleted or
 *   cannot be decrypted
 */
export async function readSecrets(
	context: IHookFunctions | IWebhookFunctions,
	kind: CredentialKind,
): Promise<SigningSecrets> {
	try {
		return readSecretFields(await context.getCredentials(kind.credential), kind.secretFields);
	} catch {
		return undefined;
	}
}

/**
 * The same for deliveries: those that arrive while the credential of their node is being read share
 * that read, because n8n prepares an isolate for each. Nothing is kept after it, so a changed secret
 * applies from the next read.
 */
export async function readSecretsTogether(
	context: IWebhookFunctions,
	kind: CredentialKind,
): Promise<SigningSecrets> {
	const { credentials } = context.getNode();
	const key = JSON.stringify([triggerId(context), context.getMode(), credentials]);
	const running = reading.get(key);
	if (running) return await running;
	const read = orAborted(readSecrets(context, kind), AbortSignal.timeout(LIMIT_MS))
		.then((secrets) => (secrets === ABORTED ? undefined : secrets))
		.finally(() => reading.delete(key));
	reading.set(key, read);
	return await read;
}
