import { RUN_ENDED } from '../shared/basics/abort';
import type { Admission } from '../shared/read/apiSource';
import type { SharedReads } from './sharedReads';

/**
 * Says when the requests of one input item may be sent: none of an item that has not begun when the
 * node stops; and where the output keeps the order of the items, only one before the item's turn.
 */
export class ItemAdmission implements Admission {
	/** Whether a request of the item has left. */
	hasBegun = false;
	private requests = 0;

	/**
	 * @param reads what the item shares with the others
	 * @param turn where the output keeps the order of the items: resolves when those before it have
	 *   ended, with whether it may still go on then
	 */
	constructor(
		private readonly reads: SharedReads,
		private readonly turn: Promise<boolean> | undefined,
	) {}

	beforeRequest(): Promise<void> | undefined {
		return this.requests++ > 0 && this.turn ? this.untilTurn() : undefined;
	}

	beforeLeaving(): void {
		this.hasBegun ||= this.reads.mayBegin;
		if (!this.hasBegun) throw RUN_ENDED;
	}

	/**
	 * Waits until the item may hand on records.
	 *
	 * @throws Error when the node has stopped
	 */
	async untilTurn(): Promise<void> {
		if ((await this.turn) === false) throw RUN_ENDED;
	}
}
