import type { Answer } from '../../nodes/shared/http/answer';

/** A call that reads, or the lack of an answer to it. */
export type Reply = Pick<Answer, 'status' | 'headers' | 'body'> | undefined;

/** The calls that are sent, by name. */
export type CallName =
	'events' | 'scopes' | 'tree' | 'controls' | 'expanded' | 'vendors' | 'noDocument' | 'noToken';

/** What a service answered, and what of the credential the answers are compared with. */
export interface Observed {
	replies: Record<CallName, Reply>;
	/** Whether the answer to the token request had `expires_in`. */
	hasLifetime: boolean;
	/** Luxon letters, as in the credential. */
	dateFormat: string;
	timeZone: string;
}

/**
 * What an assumption came to: as assumed, or how the service differs, or why that cannot be seen. The
 * notes name shapes, numbers and members, but no value.
 */
export interface Verdict {
	result: 'same' | 'differs' | 'unseen';
	note: string;
}

/** An entry of the documentation, and how to see whether it is true. */
export interface Assumption {
	/** The first column of its row in docs/open-points.md. */
	title: string;
	check: (observed: Observed) => Verdict;
}

export interface Finding extends Verdict {
	title: string;
}
