import type { SecretFields } from '../forms/secretFields';
import type { EventRules } from '../webhook/eventRules';
import type { SignatureScheme } from '../webhook/senderScheme';

/** Who sends to a trigger, and how. */
export interface Sender {
	scheme: SignatureScheme;
	events: EventRules;
}

/** What a trigger calls things, for the log and for errors. */
export interface TriggerWords {
	/** Shown name of the credential: `GRC OAuth2 API`. */
	credential: string;
	/** Who sends, inside a sentence: `the service`. */
	sender: string;
	/** What to check where a signature is wrong, up to a condition: `Check Signing Secret in the credential,`. */
	check: string;
	/** What to check where headers are missing, after a blank; `''` where there is one sender only. */
	ifAnother: string;
	/** What the sender does with an endpoint that rejects, as a sentence; `''` where nothing is known. */
	afterRejections: string;
	/** How long deliveries are signed with the old secret too, inside a sentence: `within 24 hours of the rotation`. */
	rotationTime: string;
	/** The field in which events are selected: `Trigger On`. */
	events: string;
}

/** Reads a parameter of the node, whichever of its methods n8n calls. */
export type ReadParameter = (name: string, otherwise: string | string[]) => unknown;

/** What is different between the triggers that receive signed deliveries. */
export interface TriggerKind {
	/** Name of the credential. */
	credential: string;
	words: TriggerWords;
	/** Fields of the credential with its secrets. */
	secretFields: SecretFields;
	/** @returns who sends, as the node is set up; a text when it cannot be used, which says why */
	readSender: (read: ReadParameter) => Sender | string;
	/** @returns the selected events */
	readEvents: (read: ReadParameter) => string[];
}
