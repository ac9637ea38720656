import { REASONS } from '../../../nodes/shared/deliveries/deliveryList';
import {
	noteOnAge,
	noteOnSecrets,
	type NoteKind,
	notesOf,
} from '../../../nodes/shared/deliveries/notes';
import { unusableSecrets } from '../../../nodes/shared/deliveries/unusableSecrets';
import { SENDER_EVENTS } from '../../../nodes/shared/webhook/eventRules';
import { SENDERS } from '../../../nodes/shared/webhook/senders';
import { SIGNED_WEBHOOK } from '../../../nodes/SignedWebhookTrigger/kind';
import { TPRM } from '../../../nodes/TprmVendorTrigger/kind';

/** n8n shows about 100 characters of the description of an option, and no more on pointing at it. */
const SHOWN = 95;

describe.each([
	['TPRM Trigger', TPRM],
	['Signed Webhook Trigger', SIGNED_WEBHOOK],
])('what to do in the list of %s', (_name, kind) => {
	const presets = Object.keys(SENDERS) as (keyof typeof SENDERS)[];
	const senders = presets.map((name) => ({
		scheme: SENDERS[name],
		events: SENDER_EVENTS[name],
	}));

	it.each([...REASONS.keys()] as NoteKind[])('is shown to its end: %s', (reason) => {
		for (const sender of [undefined, ...senders]) {
			const note = notesOf(kind, sender)(reason);
			expect(note.advice.length).toBeLessThanOrEqual(SHOWN);
			if (reason !== 'outsideTolerance') continue;
			const stale = { accepted: false, reason, timestamp: 0, ageSeconds: -99_999_999 } as const;
			expect(noteOnAge(note, stale).advice.length).toBeLessThanOrEqual(SHOWN);
		}
	});

	it('is shown to its end for secrets that cannot be used', () => {
		for (const { scheme } of senders) {
			for (const secret of [' ', 'whsec_whsec_', '!', 'whsec_AAAA', 'whpk_AAAA'])
				for (const position of kind.secretFields.keys()) {
					const secrets = kind.secretFields.map((_field, index) =>
						index === position ? secret : '',
					);
					const unusable = unusableSecrets(kind.secretFields, scheme, secrets);
					const { advice } = noteOnSecrets(notesOf(kind)('wrongSignature'), unusable);
					expect(advice.length).toBeLessThanOrEqual(SHOWN);
				}
		}
	});
});
