/** RFC 9110, 5.1. */
const NAME = /^[!#$%&'*+\-.^_`|~\w]+$/;

/** RFC 9110, 5.5; Node.js refuses everything else. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers about the connection and the length of a request, which are not the user's to choose. */
const TRANSPORT =
	/^(host|content-length|content-encoding|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-connection)$/i;

/** @returns what is wrong with a header, as the end of a sentence; `undefined` when it can be sent */
export function headerFault(name: string, value: string): string | undefined {
	if (!NAME.test(name)) return 'is not a valid header name';
	if (TRANSPORT.test(name)) return 'is set by n8n and cannot be changed';
	return VALUE.test(value)
		? undefined
		: 'has a value with line breaks or other characters that a header cannot contain';
}
