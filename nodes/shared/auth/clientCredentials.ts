import type { GrcCredential } from './credential';

/** How ID and secret are written in HTTP Basic: as RFC 6749 says (2.3.1), or as they are. */
export type BasicForm = 'formEncoded' | 'plain';

/** @returns the value of HTTP Basic: ID and secret in a form, then base64 */
export function basicCredentials(
	{ clientId, clientSecret }: GrcCredential,
	form: BasicForm = 'formEncoded',
): string {
	const write = form === 'plain' ? (text: string) => text : formEncode;
	return Buffer.from(`${write(clientId)}:${write(clientSecret)}`).toString('base64');
}

function formEncode(value: string): string {
	return new URLSearchParams({ value }).toString().slice('value='.length);
}

/** @returns what a text must not contain about the client, whatever repeats what it was sent */
export function clientSecrets(credential: GrcCredential): string[] {
	const { clientSecret } = credential;
	if (clientSecret === '') return [];
	return [clientSecret, basicCredentials(credential), basicCredentials(credential, 'plain')];
}
