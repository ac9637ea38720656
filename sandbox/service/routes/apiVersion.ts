import type { RequestHandler } from 'express';

import { Refusal } from '../envelope';

const SUPPORTED = ['v1'];

/** `X-API-Version` chooses the version; without it the default is used. */
export const checkApiVersion: RequestHandler = (request, _response, next) => {
	const version = request.headers['x-api-version'];
	if (version !== undefined && !SUPPORTED.includes(String(version))) {
		throw new Refusal(
			400,
			'request.api_version_unsupported',
			`The version ${String(version)} is not supported. Supported: ${SUPPORTED.join(', ')}`,
		);
	}
	next();
};
