import { createHash } from 'crypto';

/** @returns a hash of a text, to compare it with others without keeping it */
export function hashOf(text: string, length = 16): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, length);
}
