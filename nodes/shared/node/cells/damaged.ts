import { shorten } from '../../basics/shorten';
import { userError } from '../../n8n/nodeErrors';
import { isWronglyDecoded } from './encoding';

/** What a spreadsheet shows where a formula has failed. `#N/A` is one, and stands for a missing value as well. */
const FORMULA_ERROR =
	/^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|ERROR!|SPILL!|CALC!|FIELD!|BUSY!)$/;

/**
 * Refuses what is wrong wherever it stands, since a run at night would overwrite what is right with it: a formula
 * that has failed, and text that was read in the wrong encoding.
 *
 * @param value of a cell
 * @param label of the field, at the start of the message
 * @throws UserError naming the field, the value, and what to do
 */
export function refuseDamaged(value: unknown, label: string): void {
	const text = typeof value === 'string' ? value.trim() : '';
	if (FORMULA_ERROR.test(text)) {
		throw userError(
			`${label} is "${text}", a spreadsheet formula error`,
			'Correct the formula in the spreadsheet, or remove the row.',
		);
	}
	if (isWronglyDecoded(text)) {
		throw userError(
			`${label} is "${shorten(text)}", text that was read in the wrong encoding`,
			'Read the file again with its own encoding: in Extract from File, set Encoding under Options. Excel often saves CSV files as windows-1252.',
		);
	}
}
