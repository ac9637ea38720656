import { CREDENTIAL_NAME } from '../shared/auth/credential';
import { readSigningSecrets } from '../shared/auth/signingSecrets';
import { readNames } from '../shared/deliveries/settings';
import type { TriggerKind } from '../shared/deliveries/triggerKind';
import { SERVICE_EVENTS } from '../shared/webhook/eventRules';
import { SERVICE } from '../shared/webhook/senders';

/** What TPRM Trigger has for itself: the service, its credential, and its list of events. */
export const TPRM: TriggerKind = {
	credential: CREDENTIAL_NAME,
	words: {
		credential: 'GRC OAuth2 API',
		secret: 'Webhook Signing Secret',
		sender: 'the service',
		afterRejections: ' After ten rejections, the service deactivates the endpoint.',
		rotationTime: 'within 24 hours of the rotation',
		events: 'Trigger On',
	},
	readSecrets: readSigningSecrets,
	secretName: (index) =>
		index === 0 ? 'webhookSigningSecret' : `additionalSigningSecrets[${index - 1}]`,
	readSender: () => ({ scheme: SERVICE, events: SERVICE_EVENTS }),
	readEvents: (read) => readNames(read('events', [])),
};
