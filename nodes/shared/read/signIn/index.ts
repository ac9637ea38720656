import { apiKey } from './apiKey';
import { none } from './none';
import { oauth2 } from './oauth2';
import { service } from './service';

/** How to sign in, by the value of the parameter Authentication. */
export const SIGN_INS = {
	none,
	grcOAuth2Api: service,
	pagedHttpApi: apiKey,
	pagedHttpOAuth2Api: oauth2,
};
