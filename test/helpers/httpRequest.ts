import type { IDataObject } from 'n8n-workflow';

import type { NodeUnderTest } from '../../sandbox/engine/singleNode';

/** @returns n8n's HTTP Request node with the shared credential */
export function httpRequest(
	url: string,
	options: IDataObject = {},
	parameters: IDataObject = {},
): NodeUnderTest {
	return {
		type: 'n8n-nodes-base.httpRequest',
		parameters: {
			method: 'GET',
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'grcOAuth2Api',
			options,
			...parameters,
		},
		settings: { typeVersion: 4.2 },
	};
}

/** @returns n8n's HTTP Request node that posts JSON */
export function httpPost(url: string, body: IDataObject, options: IDataObject = {}): NodeUnderTest {
	return httpRequest(url, options, {
		method: 'POST',
		sendBody: true,
		specifyBody: 'json',
		jsonBody: JSON.stringify(body),
	});
}

/** @returns message and description of what a user sees */
export function describeError(error: unknown): string {
	const { message, description } = error as { message: string; description?: string };
	return `${message}\n${description ?? ''}`;
}
