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

	/** @returns what there is to know about the rows that the model did not get; nothing where it got all */
	end(): OutputRecord[] {
		const { isFull, returned } = this.answer;
		if (!isFull) return [];
		const about = this.isDryRun
			? 'The plan counts them all.'
			: "What was written for them is in n8n's log. Do not repeat the call to see them: it would write again.";
		const note = `Rows 1 to ${returned} of ${this.total}. There was no room for the others. ${about}`;
		return [{ json: { returned, total: this.total, note } }];
	}
}
