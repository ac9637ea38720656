import { InputError } from './nodeErrors';

/**
 * Makes n8n renew a credential without a request, thrown by `authenticate`, or by what sends the requests of n8n's OAuth2.
 *
 * Why: n8n runs `preAuthentication` when no token is stored and after a request that was answered with
 * 401. For a token that is known to be no good, that request would be wasted.
 *
 * Since: all supported versions.
 * Until: `authenticate` can ask for a renewal.
 *
 * @see https://github.com/n8n-io/n8n/blob/master/packages/core/src/execution-engine/node-execution-context/utils/request-helpers/authentication.ts
 */
export class TokenRenewalNeeded extends InputError {
	readonly response: { readonly status: number };

	/** @param status with which n8n expects a token to be refused */
	constructor(status = 401) {
		super(
			'The access token must be renewed',
			'Run the workflow again. n8n renews the token automatically.',
		);
		this.response = { status };
	}
}
