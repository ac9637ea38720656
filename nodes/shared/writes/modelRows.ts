import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { logLine } from '../n8n/logLine';
import { InputItem } from '../node/inputItem';
import { ModelAnswer } from '../node/modelAnswer';
import type { OutputRecord } from '../node/operation';

/**
 * The rows of a run that the model of an agent gets: as many as Max Characters allows. A list is asked for again
 * where it ended, but a run that writes is not: what was written besides is in n8n's log.
 */
export class ModelRows {
	private readonly answer: ModelAnswer;
	private total = 0;

	/** @throws UserError naming the field that is no usable number */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly isDryRun: boolean,
	) {
		this.answer = new ModelAnswer(new InputItem(context, 0));
	}

	/**
	 * @param written what was done, such as `archived "EMEA / Retail" (3f2c…)`
	 * @returns the row, shortened where it is too long; nothing where there is no room for it
	 */
	take(json: IDataObject, written: string | undefined): OutputRecord[] {
		this.total++;
		const taken = this.answer.take([json]).map((row) => ({ json: row }));
		if (taken.length === 0 && written !== undefined)
			logLine(this.context, 'info', `${this.context.getNode().name} has written: ${written}`);
		return taken;
	}

	/**
	 * @returns what the rows do not say: that a plan is none of what was done, although it says `created`, and
	 * that there are rows that the model did not get
	 */
	end(): OutputRecord[] {
		const { isFull, returned } = this.answer;
		const notes = this.isDryRun ? ['This is a plan: nothing was written.'] : [];
		if (isFull) {
			notes.push(
				`Rows 1 to ${returned} of ${this.total}. There was no room for the others.`,
				this.isDryRun
					? 'The plan counts them all.'
					: "What was written for them is in n8n's log. Do not repeat the call to see them: it would write again.",
			);
		}
		if (notes.length === 0) return [];
		return [{ json: { returned, total: this.total, note: notes.join(' ') } }];
	}
}
