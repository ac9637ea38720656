import type {
	ClaimVerdict,
	DeliveryLedger,
	ResponseState,
	SeenStore,
} from '../../../nodes/shared/webhook/ledger';
import type { HandledEvents } from '../../../nodes/shared/webhook/retention';

/** Stored ids without n8n around them. */
export class MemoryStore implements SeenStore {
	saves = 0;
	/** When the ids were stored, in hours since 1970. */
	private hours: HandledEvents = new Map();

	constructor(public ids: readonly string[] = []) {}

	load(): HandledEvents {
		return new Map(this.ids.map((id) => [id, this.hours.get(id) ?? 0]));
	}

	save(events: HandledEvents): void {
		this.saves++;
		this.hours = events;
		this.ids = [...events.keys()];
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
		resendMs = undefined as number | undefined,
	} = {},
): { verdict: ClaimVerdict; answer: { state: ResponseState; asked: number } } {
	const answer: { state: ResponseState; asked: number } = { state: 'open', asked: 0 };
	const readState = () => {
		answer.asked++;
		return answer.state;
	};
	return {
		verdict: to.claim({ scopeKey, eventKey, readState, store, persistNow, now, resendMs }),
		answer,
	};
}
