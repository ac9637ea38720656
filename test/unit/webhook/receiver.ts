import type { ClaimVerdict, ResponseState } from '../../../nodes/shared/webhook/ledger';
import { DeliveryLedger } from '../../../nodes/shared/webhook/ledger';

/** How a delivery that runs ends. */
export type Ending = 'answered' | 'answerLost' | 'runFailed' | 'connectionLost';

/** What happened to one event, for the properties to judge. */
export interface History {
	/** Runs that did the event's work. */
	runs: number;
	/** Runs more than one that may have happened, because the memory of the ones before was lost. */
	excused: number;
	/** The sender saw a 2xx. */
	acknowledged: boolean;
}

interface Running {
	event: string;
	state: ResponseState;
	copy: DeliveryCopy;
}

/** The list of ids as one delivery sees it: loaded at its start, written back whole at its end. */
interface DeliveryCopy {
	ids: readonly string[];
	changed: boolean;
}

/**
 * An n8n process with its database, reduced to what matters here: each delivery works on its own
 * copy of the static data; the copy is written whole when the delivery is answered, and not when
 * starting the run failed; a restart loses everything but the database.
 */
export class Receiver {
	readonly histories = new Map<string, History>();
	readonly running: Running[] = [];
	private database: readonly string[] = [];
	private ledger = new DeliveryLedger(() => 0);

	constructor(private readonly acknowledge: 'onReceived' | 'lastNode') {}

	deliver(event: string): ClaimVerdict {
		const delivery: Running = {
			event,
			state: 'open',
			copy: { ids: this.database, changed: false },
		};
		const verdict = this.ledger.claim({
			scopeKey: 'workflow/node',
			eventKey: event,
			readState: () => delivery.state,
			store: {
				load: () => delivery.copy.ids,
				save: (ids) => (delivery.copy = { ids, changed: true }),
			},
			persistNow: this.acknowledge === 'onReceived',
		});

		if (verdict === 'new') {
			this.running.push(delivery);
			return verdict;
		}
		this.write(delivery);
		if (verdict === 'duplicate') this.acknowledged(event);
		return verdict;
	}

	finish(index: number, ending: Ending): void {
		const [delivery] = this.running.splice(index, 1);
		if (!delivery) return;
		const history = this.history(delivery.event);

		if (ending === 'runFailed') {
			delivery.state = 'failed';
			if (this.acknowledge === 'lastNode') this.write(delivery);
			return;
		}
		history.runs++;
		this.write(delivery);
		delivery.state = ending === 'connectionLost' ? 'failed' : 'done';
		if (ending === 'connectionLost') history.excused++;
		if (ending === 'answered') this.acknowledged(delivery.event);
	}

	/** @param ran whether the deliveries in progress had run already when the process died */
	restart(ran: boolean): void {
		for (const { event, copy } of this.running.splice(0)) {
			if (!ran) continue;
			const history = this.history(event);
			history.runs++;
			history.excused++;
			if (copy.changed) this.database = copy.ids;
		}
		// Handled, and known to the lost memory only.
		for (const [event, history] of this.histories) {
			if (history.runs > 0 && !this.database.includes(event)) history.excused++;
		}
		this.ledger = new DeliveryLedger(() => 0);
	}

	history(event: string): History {
		const known = this.histories.get(event) ?? { runs: 0, excused: 0, acknowledged: false };
		this.histories.set(event, known);
		return known;
	}

	private write(delivery: Running): void {
		if (delivery.copy.changed) this.database = delivery.copy.ids;
	}

	/** The promise behind every 2xx: the event's work was done. */
	private acknowledged(event: string): void {
		const history = this.history(event);
		if (history.runs === 0) throw new Error(`${event} was acknowledged without having run`);
		history.acknowledged = true;
	}
}
