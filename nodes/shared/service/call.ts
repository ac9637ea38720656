import type {
	IAdditionalCredentialOptions,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import type { CredentialContext } from '../auth/sameForAllItems';
import type { Answer } from '../http/answer';
import { userError } from '../n8n/nodeErrors';

/** What sending a request takes of an n8n context; each kind of context has it. */
export interface RequestContext extends CredentialContext, Pick<IExecuteFunctions, 'getNode'> {
	helpers: {
		httpRequest(options: IHttpRequestOptions): Promise<IN8nHttpFullResponse>;
		httpRequestWithAuthentication(
			credentialType: string,
			options: IHttpRequestOptions,
			additional?: IAdditionalCredentialOptions,
		): Promise<IN8nHttpFullResponse>;
	};
}

/** One call of the service, as the specification names it. */
export interface ServiceCall {
	method: IHttpRequestMethods;
	/** Path below the base URL, with a leading slash, such as `/v1/scopes`. */
	path: string;
	/** Members that are `undefined` are left out. */
	query?: Record<string, string | undefined>;
	/** Sent as JSON, an empty object included. */
	body?: IDataObject | IDataObject[];
	headers?: Record<string, string>;
	/** A POST whose repetition has no effect beyond the first; other methods have none anyway. */
	repeatable?: boolean;
	/** A POST that only reads; it may be repeated too. */
	reads?: boolean;
	/**
	 * For a call that reads: the words of a 2xx answer that is an error in place of what was to be read,
	 * such as `{"errors":["The session has expired"]}`; `undefined` where it is none.
	 */
	errorIn?: (body: unknown) => string | undefined;
	/** For a POST that creates: what the user should do when it may have been processed. */
	ifOpen?: string;
}

/** How long a call may take. */
export interface RequestLimits {
	/** Bound on the sum of all waits between attempts, in milliseconds. */
	maxWaitMs: number;
	/** Bound on each attempt, in milliseconds. */
	timeoutMs: number;
}

/** Limits where a node has no options for them. */
export const DEFAULT_LIMITS: RequestLimits = { maxWaitMs: 120_000, timeoutMs: 60_000 };

/** A 2xx answer. */
export type ServiceResponse = Pick<Answer, 'status' | 'headers' | 'body'>;

/** One HTTP request that speaks JSON. */
export interface HttpCall {
	method: IHttpRequestMethods;
	/** Absolute. */
	url: string;
	headers?: Record<string, string>;
	/** Sent as JSON, an empty object included. */
	body?: object | undefined;
	timeoutMs: number;
	/** Ends the request at once. */
	signal?: AbortSignal;
}

/** Paths whose version is in a header (third-party-risk, Versioning 1 and 2). */
const HEADER_VERSIONED = '/tprm-api/';

/** @returns the header with the version, for the paths that have none in them (third-party-risk, Versioning) */
export function versionHeader(path: string, apiVersion: string): Record<string, string> {
	return path.startsWith(HEADER_VERSIONED) ? { 'X-API-Version': apiVersion } : {};
}

/**
 * Puts an id into a path without letting it reach another one.
 *
 * @throws UserError for the two ids that an address cannot contain, since they stand for folders
 */
export function pathSegment(id: string): string {
	if (id === '.' || id === '..')
		throw userError(`"${id}" is not a valid ID`, 'Enter the ID exactly as the service returns it.');
	return encodeURIComponent(id);
}
