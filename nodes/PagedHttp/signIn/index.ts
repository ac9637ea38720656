import { UserError } from 'n8n-workflow';

import { key } from './key';
import { none } from './none';
import { oauth2 } from './oauth2';
import { service } from './service';
import type { ReadSignIn } from './types';

/** How to sign in, by the value of the parameter Authentication. */
const SIGN_INS = new Map<unknown, ReadSignIn>([
	['none', none],
	['grcOAuth2Api', service],
	['pagedHttpApi', key],
	['pagedHttpOAuth2Api', oauth2],
]);

/**
 * @param authentication value of the parameter, which may be an expression
 * @throws UserError when it is none of its options: the user expects a secret to be sent
 */
export function signInBy(authentication: unknown): ReadSignIn {
	const signIn = SIGN_INS.get(authentication);
	if (signIn) return signIn;
	throw new UserError(
		`Authentication is ${JSON.stringify(authentication) ?? 'not set'}, which is not one of its options`,
		{ description: 'Select Authentication from its list, or correct its expression.' },
	);
}
