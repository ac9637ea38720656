import type { SecretFields } from '../forms/secretFields';

/** The fields of GRC OAuth2 API with the secrets that webhook deliveries are signed with. */
export const SIGNING_SECRETS: SecretFields = [
	{ name: 'webhookSigningSecret', label: 'Webhook Signing Secret' },
	{ name: 'additionalSigningSecret', label: 'Additional Signing Secret' },
	{ name: 'secondAdditionalSigningSecret', label: 'Second Additional Signing Secret' },
	{ name: 'thirdAdditionalSigningSecret', label: 'Third Additional Signing Secret' },
];
