import { errorWords } from '../basics/errorWords';
import { isRecord, isText } from '../basics/guards';
import { beginningOf } from '../basics/shorten';

/**
 * The body of every non-2xx answer (third-party-risk, Errors). Other answers, such as those of the
 * `/v1` calls, whose errors are not specified, have a message only.
 */
export interface ErrorEnvelope {
	/** Stable code that clients may branch on, such as `vendor.not_found`. */
	clientCode?: string;
	message?: string;
	/** Equal to the `X-Request-Id` header. */
	requestId?: string;
	/** As sent, usually relative to the documentation. */
	docsUrl?: string;
}

/**
 * Reads the error envelope of an answer (third-party-risk, Errors).
 *
 * @param body of any type
 * @returns the beginnings of the members that are non-empty text, and the words of an error in any other form of JSON;
 *   `{}` for a proxy's HTML page or an empty body
 */
export function readErrorEnvelope(body: unknown): ErrorEnvelope {
	const error = isRecord(body) && isRecord(body.error) ? body.error : {};
	const { client_code: clientCode, request_id: requestId, docs_url: docsUrl } = error;
	const texts = { clientCode, message: errorWords(body), requestId, docsUrl };
	return Object.fromEntries(
		Object.entries(texts).flatMap(([name, text]) =>
			isText(text) ? [[name, beginningOf(text)]] : [],
		),
	);
}
