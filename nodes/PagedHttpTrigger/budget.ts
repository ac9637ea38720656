import { UserError } from 'n8n-workflow';

/** The part of a poll that n8n has since 2.30; a poll of an older one may take any time. */
interface MaybeBudgeted {
	getPollBudgetMs?: () => number;
}

/** How long a poll may take. */
export interface Budget {
	/** Fires when the time is over. */
	signal: AbortSignal;
	/** @returns what the user sees then */
	error(): Error;
}

/** @returns the time that n8n gives a poll; after it, n8n would drop what the poll returns */
export function budgetOf(poll: object & MaybeBudgeted): Budget {
	const milliseconds = poll.getPollBudgetMs?.();
	return {
		signal:
			milliseconds === undefined
				? new AbortController().signal
				: AbortSignal.timeout(Math.max(0, milliseconds)),
		error: () =>
			new UserError(
				`The list could not be read within ${Math.round((milliseconds ?? 0) / 1000)} seconds, the time that n8n gives a poll`,
				{
					description:
						'No record was returned, and the next poll starts over. Set Find Changes By to Changed-At Field if the API can filter by it, request larger pages, or limit the list in the URL. For longer lists, use a Schedule Trigger and Paged HTTP with Read set to New and Changed.',
				},
			),
	};
}
