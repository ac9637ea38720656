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
