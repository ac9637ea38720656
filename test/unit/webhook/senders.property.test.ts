import { createHmac } from 'node:crypto';

import fc from 'fast-check';

import { SENDERS } from '../../../nodes/shared/webhook/senders';
import type { SignatureScheme } from '../../../nodes/shared/webhook/senderScheme';
import { verifyDelivery } from '../../../nodes/shared/webhook/verifyDelivery';
import { MUTATION_RUNS, MUTATION_TIMEOUT_MS } from '../../helpers/amounts';
import { anyText } from '../../helpers/anyText';
import { NOW_SECONDS } from './sign';
import { LIBRARIES, type SenderName, signAs } from './signAs';

const ALL = Object.keys(SENDERS) as SenderName[];

const TEXT_SECRET = fc.stringMatching(/^[\w-]{8,40}$/);
const WHSEC = fc
	.uint8Array({ minLength: 24, maxLength: 64 })
	.map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`);

const secretOf = (sender: SenderName) => (SENDERS[sender].key === 'base64' ? WHSEC : TEXT_SECRET);

const BODY = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
const ID = fc.stringMatching(/^[\w-]{1,40}$/);

/** A delivery as it arrives. */
interface Delivery {
	body: Buffer;
	headers: Record<string, string>;
}

/** What has to be the same for a delivery to be the one that was signed; each as the sender's documentation means it. */
function meaning(scheme: SignatureScheme, { body, headers }: Delivery): string {
	const find = (name: string) =>
		Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? '';
	const [names] = scheme.headers;
	const signature = find(names.signature);
	const values = scheme.separator === '' ? [signature] : signature.split(scheme.separator);
	return JSON.stringify([
		body.toString('base64'),
		names.timestamp && find(names.timestamp).trim(),
		names.id && find(names.id).trim(),
		values.map((value) => {
			const text = value.trim();
			if (!text.startsWith(scheme.prefix)) return text;
			const digest = text.slice(scheme.prefix.length).trim();
			return scheme.encoding === 'hex'
				? digest.toLowerCase()
				: digest.replaceAll('-', '+').replaceAll('_', '/').replace(/=$/, '');
		}),
	]);
}

/** Ways in which somebody without the secret could change a delivery. */
const MUTATIONS = [
	'bodyBit',
	'bodyMore',
	'bodyLess',
	'headerCharacter',
	'headerMore',
	'headerLess',
	'headerBit',
	'noHeader',
	'otherKey',
	'otherEncoding',
	'otherPrefix',
	'sha1',
	'time',
	'id',
	'text',
] as const;

function changeText(text: string, at: number, how: (code: number) => string): string {
	const index = text.length === 0 ? 0 : at % text.length;
	return text.slice(0, index) + how(text.charCodeAt(index)) + text.slice(index + 1);
}

/** @returns the delivery, changed in one way; it may by chance still be the same */
function mutate(
	{ body, headers }: Delivery,
	scheme: SignatureScheme,
	how: (typeof MUTATIONS)[number],
	[a, b]: [number, number],
	noise: string,
	secret: string,
): Delivery {
	const names = Object.keys(headers);
	const [own] = scheme.headers;
	const name = names[a % names.length] ?? own.signature;
	const value = headers[name] ?? '';
	const set = (key: string, text: string): Delivery => ({
		body,
		headers: { ...headers, [key]: text },
	});
	const signature = headers[own.signature] ?? '';
	const forged = (key: string | Buffer) => {
		const digest = createHmac('sha256', key).update(body).digest(scheme.encoding);
		return set(own.signature, `${scheme.prefix}${digest}`);
	};
	switch (how) {
		case 'bodyBit': {
			const copy = Buffer.from(body);
			if (copy.length > 0) copy[a % copy.length] = (copy[a % copy.length] ?? 0) ^ (1 << (b % 8));
			return { body: copy, headers };
		}
		case 'bodyMore':
			return { body: Buffer.concat([body, Buffer.from(noise)]), headers };
		case 'bodyLess':
			return { body: body.subarray(a % 3), headers };
		case 'headerCharacter':
			return set(
				name,
				changeText(value, b, () => noise),
			);
		case 'headerMore':
			return set(name, value + noise);
		case 'headerLess':
			return set(name, value.slice(b % 5));
		case 'headerBit':
			return set(
				name,
				changeText(value, b, (code) => String.fromCharCode(code ^ (1 << (a % 8)))),
			);
		case 'noHeader': {
			const { [name]: _, ...rest } = headers;
			return { body, headers: rest };
		}
		case 'otherKey': {
			const keys = ['', noise, 'whsec_', Buffer.from(secret, 'base64'), `${secret}0`];
			return forged(keys[a % keys.length] ?? '');
		}
		case 'otherEncoding': {
			const digest = signature.slice(signature.indexOf(scheme.prefix) + scheme.prefix.length);
			const other = scheme.encoding === 'hex' ? 'base64' : 'hex';
			return set(
				own.signature,
				scheme.prefix + Buffer.from(digest, scheme.encoding).toString(other),
			);
		}
		case 'otherPrefix':
			return set(
				own.signature,
				signature.replace(
					scheme.prefix || /^/,
					['v1a,', 'v0=', 'sha1=', 'V1=', 'v2,'][a % 5] ?? '',
				),
			);
		case 'sha1':
			return set(
				own.signature,
				`${scheme.prefix}${createHmac('sha1', secret).update(body).digest(scheme.encoding)}`,
			);
		case 'time': {
			const shift = String(NOW_SECONDS + 1 + (a % 200));
			if (scheme.time?.in === 'pair')
				return set(own.signature, signature.replace(/t=\d+/, `t=${shift}`));
			return own.timestamp === undefined ? forged('time') : set(own.timestamp, shift);
		}
		case 'id':
			return own.id === undefined ? forged('id') : set(own.id, `${headers[own.id] ?? ''}${b}`);
		case 'text':
			return { body: Buffer.from(body.toString('latin1'), 'utf8'), headers };
	}
}

test.each(ALL)(
	'%s: no changed delivery is accepted, and the one that was signed is',
	(sender) => {
		const scheme: SignatureScheme = SENDERS[sender];
		let changed = 0;
		fc.assert(
			fc.property(
				secretOf(sender),
				ID,
				BODY,
				fc.constantFrom(...MUTATIONS),
				fc.tuple(fc.nat(1000), fc.nat(1000)),
				anyText({ minLength: 1, maxLength: 4 }),
				(secret, id, body, how, places, noise) => {
					const genuine = {
						body,
						headers: signAs(sender, secret, { id, timestamp: NOW_SECONDS, body }),
					};
					const check = { secrets: [secret], now: NOW_SECONDS * 1000, toleranceSeconds: 300 };
					expect(verifyDelivery(scheme, { ...check, ...genuine }).accepted).toBe(true);

					const mutated = mutate(genuine, scheme, how, places, noise, secret);
					if (meaning(scheme, mutated) === meaning(scheme, genuine)) return;
					changed++;
					const verdict = verifyDelivery(scheme, { ...check, ...mutated });
					// What was signed may be beside what was added: then it is the same delivery.
					if (verdict.accepted) expect(isStillThere(scheme, genuine, mutated)).toBe(true);
				},
			),
			{ numRuns: MUTATION_RUNS },
		);
		expect(changed).toBeGreaterThan(MUTATION_RUNS / 2);
	},
	MUTATION_TIMEOUT_MS,
);

/**
 * Whether a delivery has the same body, time and ID as the genuine one, and its signature beside others: it
 * was not changed in what counts.
 */
function isStillThere(
	scheme: SignatureScheme,
	genuine: Delivery,
	{ body, headers }: Delivery,
): boolean {
	const [own] = scheme.headers;
	if (!body.equals(genuine.body) || scheme.separator === '') return false;
	for (const name of [own.timestamp, own.id])
		if (name !== undefined && headers[name]?.trim() !== genuine.headers[name]) return false;
	const values = (from: Record<string, string>) =>
		(from[own.signature] ?? '').split(scheme.separator).map((value) => value.trim());
	const present = values(headers);
	return values(genuine.headers).every((value) => present.includes(value));
}

test.each(Object.keys(LIBRARIES) as Array<keyof typeof LIBRARIES>)(
	'%s: whatever its library signs is accepted, with no other secret',
	async (sender) => {
		const scheme: SignatureScheme = SENDERS[sender];
		await fc.assert(
			fc.asyncProperty(
				secretOf(sender),
				secretOf(sender),
				ID,
				anyText({ minLength: 1, maxLength: 100 }).filter(
					(text) => Buffer.from(text).toString() === text,
				),
				async (secret, other, id, body) => {
					fc.pre(secret !== other);
					const sent = { id, timestamp: NOW_SECONDS, body };
					const headers = {
						...signAs(sender, secret, sent),
						[scheme.headers[0].signature]: await LIBRARIES[sender](secret, sent),
					};
					const check = { body: Buffer.from(body), headers, now: NOW_SECONDS * 1000 };
					const verdict = (secrets: string[]) =>
						verifyDelivery(scheme, { ...check, secrets, toleranceSeconds: 300 });
					expect(verdict([other, secret])).toMatchObject({ accepted: true, secretIndex: 1 });
					expect(verdict([other])).toEqual({ accepted: false, reason: 'wrongSignature' });
				},
			),
			{ numRuns: Math.ceil(MUTATION_RUNS / 10) },
		);
	},
	MUTATION_TIMEOUT_MS,
);
