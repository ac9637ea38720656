import { UserError } from 'n8n-workflow';

import { key } from './key';
import { none } from './none';
import { oauth2 } from './oauth2';
import { service } from './service';
import type { ReadSignIn } from './types';

/** How to sign in, by the value of the parameter Authentication. */
export const SIGN_INS = new Map<unknown, ReadSignIn>([
	['none', none],
	['grcOAuth2Api', service],
	['pagedHttpApi', key],
	['pagedHttpOAuth2Api', oauth2],
]);

/** The user expects a secret to be sent: without it, nothing is. */
export function unknownSignIn(authentication: unknown): UserError {
	return new UserError(
		`Authentication is ${JSON.stringify(authentication) ?? 'not set'}, which is not one of its options`,
		{ description: 'Select Authentication from its list, or correct its expression.' },
	);
}
