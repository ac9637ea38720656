import type { Answer, SendResult } from '../../http/answer';
import type { Clean } from '../../http/redact';
import type { httpOptions } from '../../service/send';
import type { ReadContext } from '../context';

/** A request that is complete but for what signs it in. */
export type HttpOptions = ReturnType<typeof httpOptions> & { encoding: 'stream' };

/**
 * Reads the body of an answer that n8n returned as a stream.
 *
 * @param hide applied to its text
 */
export type ReadBody = (answer: Answer, hide?: Clean) => Promise<Answer>;

/** How the requests of one input item are signed in, and what must stay secret about it. */
export interface SignIn {
	/** Whether requests contain a secret: they follow no redirects then. */
	hasCredential: boolean;
	/** Base URL of the credential; `''` without one. */
	baseUrl: string;
	/** Origins that next URLs may have besides that of the first request. */
	allowedOrigins: readonly string[];
	/** Lower-case names of the headers that the credential sets. */
	ownHeaders: readonly string[];
	/** For texts that the API has sent, and for URLs: removes every form of the secret. */
	clean: Clean;
	/**
	 * Tells it what the user has entered, and the resume point that the run continues, where it has put
	 * something in place of a secret.
	 */
	trust?: (entered: string, resume: unknown) => void;
	/**
	 * Sends a request once.
	 *
	 * @throws NodeApiError or NodeOperationError when it was not sent, such as to a host that is not
	 *   allowed; neither contains the secret
	 */
	send(options: HttpOptions, read: ReadBody): Promise<SendResult>;
	/** @returns what to do about an answer of 401 or 403; `undefined` where the service has its own advice */
	advise(status: number): string | undefined;
}

/** @throws UserError when the credential is incomplete */
export type ReadSignIn = (context: ReadContext, itemIndex: number) => Promise<SignIn>;
