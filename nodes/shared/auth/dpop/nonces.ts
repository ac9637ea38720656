/**
 * The nonce of one server (RFC 9449, 8 and 9), and whether several requests at once may use it.
 *
 * A nonce may be good for one request or for many, which no answer says. So requests take turns until
 * a nonce has been accepted twice.
 */
export class Nonces {
	/** The nonce received last; `undefined` where the server has sent none. */
	latest: string | undefined;
	/** How many requests with the latest nonce were accepted. */
	private accepted = 0;
	/** The nonce of the last request whose answer is not seen here. */
	private given: string | undefined;
	/** Settles when the request whose turn it is has an answer. */
	private turn: Promise<void> | undefined;

	/** @returns whether any number of requests may be sent at once */
	get isShared(): boolean {
		return this.latest === undefined || this.accepted > 1;
	}

	/** @returns whether a request whose answer is not seen here may have used up the latest nonce */
	get isSpent(): boolean {
		return !this.isShared && this.latest === this.given;
	}

	/** Records that the latest nonce is sent with a request whose answer is not seen here. */
	give(): void {
		this.given = this.latest;
	}

	/**
	 * @param received header `DPoP-Nonce` of an answer, which replaces the nonce (RFC 9449, 8.2)
	 * @param outcome what the answer says about the nonce of the request; `unknown` where something
	 *   before the service may have sent it
	 */
	learn(received: string | undefined, outcome: 'accepted' | 'refused' | 'unknown'): void {
		const isNew = received !== undefined && received !== this.latest;
		if (isNew) this.latest = received;
		if (isNew || outcome === 'refused') this.accepted = 0;
		else if (outcome === 'accepted') this.accepted++;
	}

	/** Runs something at once if the nonce is shared, else after all that came before it. */
	async inTurn<T>(work: () => Promise<T>): Promise<T> {
		while (!this.isShared && this.turn) await this.turn;
		if (this.isShared) return await work();
		const result = work();
		const end = () => void (this.turn = undefined);
		this.turn = result.then(end, end);
		return await result;
	}
}
