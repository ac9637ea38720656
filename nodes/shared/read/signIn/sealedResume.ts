import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'crypto';

import { Recent } from '../../basics/recent';
import { hashOf } from '../../basics/text';

/** Encrypts so that a change is noticed. */
const CIPHER = 'aes-256-gcm';

const IV_BYTES = 12;

const TAG_BYTES = 16;

const START_BYTES = IV_BYTES + TAG_BYTES;

/** So many credentials in use have theirs kept. */
const locks = new Recent<Buffer>(20);

/** Slow to make, so that what is closed does not let its readers try out short secrets. */
export function lockOf(secret: string, salt: string): Buffer {
	const id = hashOf(JSON.stringify([secret, salt]), 43);
	const lock = locks.get(id) ?? scryptSync(secret, salt, 32);
	locks.set(id, lock);
	return lock;
}

/** @returns the text, encrypted so that only the same credential reads it again */
export function encrypt(lock: Buffer, text: string): string {
	const start = randomBytes(IV_BYTES);
	const cipher = createCipheriv(CIPHER, lock, start);
	const locked = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
	return Buffer.concat([start, cipher.getAuthTag(), locked]).toString('base64url');
}

/** @returns `undefined` when the text was changed, or encrypted with another lock */
export function decrypt(lock: Buffer, encrypted: string): string | undefined {
	const bytes = Buffer.from(encrypted, 'base64url');
	const [start, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, START_BYTES)];
	try {
		const decipher = createDecipheriv(CIPHER, lock, start, { authTagLength: TAG_BYTES });
		decipher.setAuthTag(tag);
		const locked = bytes.subarray(START_BYTES);
		return decipher.update(locked, undefined, 'utf8') + decipher.final('utf8');
	} catch {
		return undefined;
	}
}
