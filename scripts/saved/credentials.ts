import type { ICredentialDataDecryptedObject, INode, INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { SandboxCredentialsHelper } from '../../sandbox/engine/credentialsHelper';
import type { Engine } from '../../sandbox/engine/engine';
import { SAMPLE_CLIENT } from '../../sandbox/service/service';
import { SAVED_DESIGNS } from './designs';
import type { SavedCredential, SavedCredentials } from './folder';
import { ADDRESS } from './folder';
import { SIGNING_SECRET } from './replay';

/** Credentials by id, as a user fills them in. */
const FILLED_IN: Record<string, SavedCredential> = {
	grc: {
		type: 'grcOAuth2Api',
		data: {
			baseUrl: ADDRESS,
			clientId: SAMPLE_CLIENT.id,
			clientSecret: SAMPLE_CLIENT.secret,
			webhookSigningSecret: SIGNING_SECRET,
			organizationTimeZone: 'Europe/Berlin',
			organizationDateFormat: 'dd-MM-yyyy',
		},
	},
	key: {
		type: 'pagedHttpApi',
		data: { baseUrl: ADDRESS, headers: { header: [{ name: 'X-Api-Key', value: 'key-1' }] } },
	},
	...Object.fromEntries(
		SAVED_DESIGNS.filter(({ authentication }) => authentication !== 'none').map(
			({ slug, authentication, data }) => [
				slug,
				{ type: authentication, data: data as ICredentialDataDecryptedObject },
			],
		),
	),
};

/** @returns the credentials of the saved workflows, without the values that are defaults */
export function savedCredentials({ credentials, packages }: Engine): SavedCredentials {
	const helper = new SandboxCredentialsHelper(credentials, packages.credentialType, packages);
	return Object.fromEntries(
		Object.entries(FILLED_IN).map(([id, { type, data }]) => {
			const properties = helper.getCredentialsProperties(type);
			const { oauthTokenData, ...values } = data;
			const saved = NodeHelpers.getNodeParameters(
				properties,
				values as INodeParameters,
				false,
				false,
				null,
				null,
			) as ICredentialDataDecryptedObject;
			// Not a field of the form: n8n stores it when the account is connected.
			return [id, { type, data: { ...saved, ...(oauthTokenData && { oauthTokenData }) } }];
		}),
	);
}

/** @returns what a node saves about one of these credentials */
export function credentialFor(type: string, id: string): NonNullable<INode['credentials']> {
	return { [type]: { id, name: id } };
}
