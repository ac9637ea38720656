import { UserError } from 'n8n-workflow';

/** @throws UserError when a key is empty or cannot be sent */
export function checkCustomKey(key: string): string {
	if (key === '') {
		throw new UserError('Custom Idempotency Key is empty', {
			description:
				'Enter a key under Options, usually an expression that identifies the item, or set Idempotency to Automatic.',
		});
	}
	if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
		throw new UserError('Custom Idempotency Key cannot be sent', {
			description:
				'Use up to 255 unaccented letters, digits and common symbols, without line breaks. The key is sent in a header.',
		});
	}
	return key;
}

/** @returns the error for two items that are different vendors with one key */
export function sameKey(before: number, itemIndex: number): UserError {
	return new UserError(
		`Items ${before} and ${itemIndex} are different vendors with the same idempotency key`,
		{
			description:
				'Use an expression under Custom Idempotency Key that differs between items. The service would treat the second vendor as a repetition of the first and not create it.',
		},
	);
}
