/**
 * Runs whose renewed access token was not accepted so far: another one would not be either, so the token
 * is not renewed for each of their requests.
 */
export class RefusedRenewals {
	private readonly runs = new WeakSet<object>();

	/**
	 * @param run what n8n gives a node for one run: its context
	 * @returns whether the last renewed token of the run was refused
	 */
	has(run: object): boolean {
		return this.runs.has(run);
	}

	/** Notes whether the service has accepted a token of the run. */
	note(run: object, isAccepted: boolean): void {
		if (isAccepted) this.runs.delete(run);
		else this.runs.add(run);
	}
}
