/** Result of one attempt to send a request: an HTTP answer, or none. */
export type SendResult = Answer | NoAnswer;

/** An HTTP answer with any status. */
export interface Answer {
	kind: 'answer';
	status: number;
	/** Lower-case names. */
	headers: Record<string, string>;
	/** Parsed JSON where the body was JSON, else text, a stream, or `undefined`. */
	body: unknown;
	/** Name of a field of the body whose number lost digits when it was read; `undefined` if none did. */
	roundedField?: string | undefined;
}

/** The connection was lost or timed out; the service may or may not have processed the request. */
export interface NoAnswer {
	kind: 'noAnswer';
	/** Code of the operating system or HTTP library, such as `ECONNRESET` or `ECONNABORTED`. */
	code: string;
	message: string;
	/** The error to show, where what could not be reached is not what the request is for: the token endpoint. */
	error?: Error;
}
