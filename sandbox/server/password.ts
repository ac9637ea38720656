import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The owner's password of an n8n: made at random on first use, and kept in its folder, where only
 * the user who started it can read it.
 *
 * @param userFolder the n8n user folder
 */
export function ownerPassword(userFolder: string): string {
	// n8n wants a capital letter and a digit.
	return keptIn(userFolder, 'password', () => `N8n-${randomBytes(15).toString('base64url')}`);
}

/** The signing secret of the webhook endpoint, likewise. */
export function signingSecret(userFolder: string): string {
	const make = () => `whsec_${randomBytes(24).toString('base64url')}`;
	return keptIn(userFolder, 'signing-secret', make);
}

/** Makes a folder, unless it is there, that only its user can enter. */
export function privateFolder(folder: string): void {
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	chmodSync(folder, 0o700);
}

function keptIn(userFolder: string, name: string, make: () => string): string {
	const file = path.join(userFolder, name);
	if (existsSync(file)) return readFileSync(file, 'utf8');
	const secret = make();
	privateFolder(userFolder);
	writeFileSync(file, secret, { mode: 0o600, flag: 'wx' });
	return secret;
}
