/**
 * Why the changes of a list cannot be told: what is wrong with a record, with a removal, or with the
 * room for the history. n8n shows its message, and `fix` below it.
 */
export class ChangesError extends Error {
	override readonly name = 'ChangesError';

	/**
	 * @param message what happened, naming record, page, field and value
	 * @param fix what to check or change
	 */
	constructor(
		message: string,
		readonly fix: string,
	) {
		super(message);
	}
}
