import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from 'crypto';

import { Recent } from '../../json';

/** Encrypts so that a change is noticed. */
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** So many credentials in use have their key kept. */
const keys = new Recent<Buffer>(20);

/** Encrypts texts that only the same credential reads again. */
export class Lock {
	/**
	 * @param secret known to the credential alone, and the same in later runs
	 * @param salt that of the n8n
	 */
	constructor(
		private readonly secret: string,
		private readonly salt: string,
	) {}

	/** @returns the text, encrypted */
	close(text: string): string {
		const start = randomBytes(IV_BYTES);
		const cipher = createCipheriv(CIPHER, this.key, start);
		const locked = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
		return Buffer.concat([start, cipher.getAuthTag(), locked]).toString('base64url');
	}

	/** @returns the text; `undefined` when it was changed, or closed with another secret */
	open(closed: string): string | undefined {
		const bytes = Buffer.from(closed, 'base64url');
		const [start, locked] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES + TAG_BYTES)];
		const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
		try {
			const decipher = createDecipheriv(CIPHER, this.key, start, { authTagLength: TAG_BYTES });
			decipher.setAuthTag(tag);
			return decipher.update(locked, undefined, 'utf8') + decipher.final('utf8');
		} catch {
			return undefined;
		}
	}

	/** Slow to make, so that what is closed does not let its readers try out short secrets. */
	private get key(): Buffer {
		const id = createHash('sha256')
			.update(JSON.stringify([this.secret, this.salt]))
			.digest('base64');
		const key = keys.get(id) ?? scryptSync(this.secret, this.salt, 32);
		keys.set(id, key);
		return key;
	}
}
