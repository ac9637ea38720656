import { UserError } from 'n8n-workflow';

/** @returns the error for an address that is needed and empty */
export function noAddressError(field: string): UserError {
	return new UserError(`${field} is empty`, {
		description: 'Enter the address of the service in the credential, e.g. https://grc.example.com',
	});
}

/** @returns the error for an address that cannot be requested */
export function badAddressError(field: string, value: string): UserError {
	return new UserError(`${field} is not a web address: ${withoutUserInfo(value)}`, {
		description: `Change ${field} in the credential to an address that starts with https://, e.g. https://grc.example.com`,
	});
}

/** @returns the error for an address with a user name, a password, a query or a fragment */
export function extraPartsError(field: string): UserError {
	return new UserError(`${field} has parts that do not belong there`, {
		description: `${field} takes only protocol, host and path. Remove any user name, password, "?" and "#" from it; Client ID and Client Secret are separate fields.`,
	});
}

/** @returns the error for a token URL with less protection than the base URL */
export function downgradeError(): UserError {
	return new UserError('Token URL uses http while Base URL uses https', {
		description:
			'The client secret would be sent unencrypted. Change Token URL in the credential to https, or clear it to use the default.',
	});
}

/** @returns the error for a time zone that does not exist */
export function timeZoneError(zone: string): UserError {
	return new UserError(`Organization Time Zone does not exist: ${zone}`, {
		description: 'Change it in the credential to a name like Europe/Berlin or America/New_York.',
	});
}

/** @returns the error for a field of the credential that is needed and empty */
export function emptyFieldError(field: string): UserError {
	return new UserError(`${field} is empty`, {
		description: `Enter the ${field} in the credential. An administrator of the service issues it.`,
	});
}

/** @returns the error for a private key that proofs cannot be made with; it does not repeat the key */
export function badPrivateKeyError(): UserError {
	return new UserError('Private Key is not an EC private key for the curve P-256', {
		description:
			'Enter it in the credential as PEM (PKCS #8 or SEC 1, without a passphrase) or as a JWK, or clear the field to use a key that is made for you.',
	});
}

/** @returns the error for a service that takes only tokens that are bound to a key */
export function dpopRequiredError(): UserError {
	return new UserError('The service requires DPoP', {
		description: 'Turn on Use DPoP in the credential.',
	});
}

/** @returns the error for a request for which there is no DPoP nonce that the service accepts */
export function nonceRefusedError(): UserError {
	return new UserError('The service accepted no DPoP nonce', {
		description:
			'Use Paged HTTP instead of HTTP Request, which cannot read the nonce that the service expects next.',
	});
}

/** Removes user name and password, since `https://user:secret@host` must not be in a message. */
export function withoutUserInfo(address: string): string {
	return address.replace(/^([a-z]+:\/\/)?.*@/is, '$1***@');
}

/**
 * n8n renews a credential when a request is answered with 401. Thrown before sending, this triggers
 * the same renewal without wasting a request on a token that is known to be invalid.
 */
export class TokenRenewalNeeded extends UserError {
	readonly response = { status: 401 };

	constructor() {
		super('The access token must be renewed', {
			description: 'Run the workflow again. n8n renews the token automatically.',
		});
	}
}
