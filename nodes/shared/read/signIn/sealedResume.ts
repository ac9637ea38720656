import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'crypto';

import { jsonParse } from 'n8n-workflow';

import type { Secret } from '../../auth/secrets';
import { isRecord } from '../../basics/guards';
import { hashOf } from '../../basics/hash';
import { Recent } from '../../basics/recent';
import { userError } from '../../n8n/nodeErrors';
import type { ResumePoint } from '../../paging/types';
import { HIDDEN_SECRET } from './secretForms';

/** Encrypts so that a change is noticed. */
const CIPHER = 'aes-256-gcm';

/** The length of a key of the cipher. */
const KEY_BYTES = 32;

const IV_BYTES = 12;

const TAG_BYTES = 16;

const START_BYTES = IV_BYTES + TAG_BYTES;

/** Length of a whole SHA-256 hash in base64url, in characters: two credentials must not share a lock. */
const WHOLE_HASH = 43;

/** So many credentials in use have their lock kept. */
const MOST_LOCKS = 20;

/** The keys of the cipher, by a hash of what they are made from. */
const locks = new Recent<Buffer>(MOST_LOCKS);

/**
 * A resume point that only the credential reads that has made it. What a user sees of it:
 *
 *     {
 *       "version": 1, "dataset": "x1c3Nn2v0Qw8sPda", "skip": 0, "pages": 3, "items": 300,
 *       "sealed": "kM3vX…", "position": "***secret***"
 *     }
 *
 * `sealed` is base64url of the start of the cipher, its tag, and this as encrypted JSON:
 *
 *     {
 *       "point": { "version": 1, …, "position": "https://api.example.com/v?api_key=k3y-012&page=4" },
 *       "secrets": [{ "value": "k3y-012", "sentAs": "key 0" }]
 *     }
 */
export interface SealedResume extends ResumePoint {
	sealed: string;
}

/** What was sealed. */
interface SealedContent {
	point: unknown;
	/** The secrets in its position. */
	secrets: Secret[];
}

/** Seals the resume points of a credential: anybody may write one, and only what it has made is believed. */
export class ResumeSeal {
	private key = '';

	/** @param salt that of the n8n */
	constructor(private readonly salt: string) {}

	/** @param key known to the credential alone, and the same in later runs */
	setKey(key: string): void {
		this.key = key;
	}

	/** Tells the key from others, and says nothing about it. */
	get keyId(): string {
		return hashOf(lockOf(this.key, this.salt).toString('base64url'));
	}

	/** @param secrets those in its position, which later runs do not know if they are replaced */
	seal(resume: ResumePoint, secrets: Secret[]): SealedResume {
		const { version, dataset, skip, pages, items } = resume;
		const content: SealedContent = { point: resume, secrets };
		const sealed = encrypt(lockOf(this.key, this.salt), JSON.stringify(content));
		return { version, dataset, skip, pages, items, sealed, position: HIDDEN_SECRET };
	}

	/**
	 * @param resume what a user has passed on from an earlier run
	 * @returns what `seal` was given; `undefined` for what is not sealed
	 * @throws UserError when it was changed, or made with another credential
	 */
	open(resume: unknown): SealedContent | undefined {
		if (!isRecord(resume) || typeof resume.sealed !== 'string') return undefined;
		const opened = decrypt(lockOf(this.key, this.salt), resume.sealed);
		if (opened !== undefined) return jsonParse<SealedContent>(opened);
		throw userError(
			'Resume was changed, or made with another credential or an earlier secret',
			'Use the resume object of a summary unchanged, or clear Resume to start over.',
		);
	}
}

/** Slow to make, so that what is closed does not let its readers try out short secrets. */
function lockOf(secret: string, salt: string): Buffer {
	const id = hashOf(JSON.stringify([secret, salt]), WHOLE_HASH);
	const lock = locks.get(id) ?? scryptSync(secret, salt, KEY_BYTES);
	locks.set(id, lock);
	return lock;
}

/** @returns the text, encrypted so that only the same credential reads it again */
function encrypt(lock: Buffer, text: string): string {
	const start = randomBytes(IV_BYTES);
	const cipher = createCipheriv(CIPHER, lock, start);
	const locked = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
	return Buffer.concat([start, cipher.getAuthTag(), locked]).toString('base64url');
}

/** @returns `undefined` when the text was changed, or encrypted with another lock */
function decrypt(lock: Buffer, encrypted: string): string | undefined {
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
