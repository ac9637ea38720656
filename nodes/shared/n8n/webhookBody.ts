/**
 * Reads the body of a webhook's request as it was sent.
 *
 * Why: n8n keeps the bytes for most content types, and reads them on demand for others. A body that it
 * has read as a form is gone: reading it again would end in an error event without a listener.
 *
 * Since: all supported versions.
 * Until: n8n keeps the bytes whenever a node asks for them.
 *
 * @param request as `getRequestObject` returns it
 * @returns `undefined` when n8n no longer has them
 * @see https://github.com/n8n-io/n8n/blob/master/packages/cli/src/middlewares/body-parser.ts
 */
export async function bytesOf(request: Record<string, unknown>): Promise<Uint8Array | undefined> {
	const read = request['readRawBody'];
	const isGone = request['readableEnded'] === true || request['destroyed'] === true;
	if (request['rawBody'] === undefined && !isGone && typeof read === 'function') {
		try {
			await Reflect.apply(read, request, []);
		} catch {
			return undefined;
		}
	}
	const bytes = request['rawBody'];
	return Buffer.isBuffer(bytes) ? bytes : undefined;
}
