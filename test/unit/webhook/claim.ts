import type {
	ClaimVerdict,
	DeliveryLedger,
	ResponseState,
	SeenStore,
} from '../../../nodes/shared/webhook/ledger';

/** Stored ids without n8n around them. */
export class MemoryStore implements SeenStore {
	saves = 0;

	constructor(public ids: readonly string[] = []) {}

	load(): readonly string[] {
		return this.ids;
	}

	save(ids: string[]): void {
		this.saves++;
		this.ids = ids;
	}
}

/** Delivers an event; the test decides by `answer.state` what becomes of the answer. */
export function claim(
	to: DeliveryLedger,
	eventKey: string,
	store: SeenStore,
	{
		persistNow = true,
		scopeKey = 'workflow/TPRM Trigger',
		now = 0,
		keepMs = undefined as number | undefined,
	} = {},
): { verdict: ClaimVerdict; answer: { state: ResponseState; asked: number } } {
	const answer: { state: ResponseState; asked: number } = { state: 'open', asked: 0 };
	const readState = () => {
		answer.asked++;
		return answer.state;
	};
	return {
		verdict: to.claim({ scopeKey, eventKey, readState, store, persistNow, now, keepMs }),
		answer,
	};
}
