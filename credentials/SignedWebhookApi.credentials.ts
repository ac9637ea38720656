import type { ICredentialType, INodeProperties } from 'n8n-workflow';

import { SECRET } from '../nodes/shared/auth/connectionFields';
import { textField } from '../nodes/shared/forms/fields';

/** The secrets with which a sender signs its webhooks. Nothing is ever sent with them. */
export class SignedWebhookApi implements ICredentialType {
	name = 'signedWebhookApi';

	displayName = 'Signed Webhook API';

	icon = {
		light: 'file:../nodes/SignedWebhookTrigger/signedWebhookTrigger.svg',
		dark: 'file:../nodes/SignedWebhookTrigger/signedWebhookTrigger.dark.svg',
	} as const;

	documentationUrl =
		'https://github.com/n8n-nodes-grc-tprm/n8n-nodes-grc-tprm/blob/main/docs/nodes/signed-webhook-trigger.md';

	properties: INodeProperties[] = [
		textField(
			'Signing Secret',
			'signingSecret',
			'Shown by the sender where the webhook endpoint is set up. Copy all of it, including whsec_ if it starts with that. Only a delivery shows whether it is the right one.',
			{ ...SECRET, required: true },
		),
		textField(
			'Former Secret',
			'formerSecret',
			'Accepted as well, such as during a rotation. Remove it when the rotation is over.',
			SECRET,
		),
	];
}
