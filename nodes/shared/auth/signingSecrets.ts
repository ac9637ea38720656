import type { SecretFields } from '../forms/secretFields';

/** The fields of GRC OAuth2 API with the secrets that webhook deliveries are signed with. */
export const SIGNING_SECRETS: SecretFields = [
	{ name: 'webhookSigningSecret', label: 'Webhook Signing Secret' },
	{ name: 'additionalSigningSecrets', label: 'Additional Signing Secrets', isList: true },
];
