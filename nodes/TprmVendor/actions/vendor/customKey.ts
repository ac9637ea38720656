import { UserError } from 'n8n-workflow';

/** @throws UserError when a custom key is missing or cannot be sent */
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

/** Idempotency can be an expression, so that it may have any value. */
export function unknownSetting(value: string): UserError {
	return new UserError(`Unknown value for Idempotency: "${value}"`, {
		description: 'Set Idempotency under Options to automatic, content or own.',
	});
}

/** Of two vendors with one key, the service would only create the first. */
export function sameKey(earlier: number, later: number): UserError {
	return new UserError(
		`Items ${earlier} and ${later} are different vendors with the same idempotency key`,
		{
			description:
				'Use an expression under Custom Idempotency Key that differs between items. The service would treat the second vendor as a repetition of the first and not create it.',
		},
	);
}
