import { CREDENTIAL_NAME } from '../shared/auth/credential';
import { SIGNING_SECRETS } from '../shared/auth/signingSecrets';
import { readNames } from '../shared/deliveries/settings';
import type { TriggerKind } from '../shared/deliveries/triggerKind';
import { SERVICE_EVENTS } from '../shared/webhook/eventRules';
import { SERVICE } from '../shared/webhook/senders';

/** What TPRM Trigger has for itself: the service, its credential, and its list of events. */
export const TPRM: TriggerKind = {
	credential: CREDENTIAL_NAME,
	words: {
		credential: 'GRC OAuth2 API',
		sender: 'the service',
		check: 'Check Webhook Signing Secret in the credential,',
		ifAnother: '',
		afterRejections: ' After ten rejections, the service deactivates the endpoint.',
		rotationTime: 'within 24 hours of the rotation',
		events: 'Trigger On',
	},
	secretFields: SIGNING_SECRETS,
	readSender: () => ({ scheme: SERVICE, events: SERVICE_EVENTS }),
	readEvents: (read) => readNames(read('events', [])),
};
