import { userError } from '../n8n/nodeErrors';

/** What a spreadsheet shows where a formula has failed. */
const FORMULA_ERROR = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|ERROR!|SPILL!|CALC!)$/;

/** What a spreadsheet makes of a long number, such as an ID: most of its digits are lost. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+\d\d+$/;

/** @throws UserError naming the field when its value is not the one that was meant: a formula has failed, or digits are lost */
export function refuseDamaged(value: unknown, label: string): void {
	const text = typeof value === 'string' ? value.trim() : '';
	if (FORMULA_ERROR.test(text)) {
		throw userError(
			`${label} is "${text}", a spreadsheet formula error`,
			'Correct the formula in the spreadsheet, or remove the row.',
		);
	}
	if (ROUNDED.test(text) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
		throw userError(
			`${label} is ${String(value)}, a number that has lost digits`,
			'Numbers keep about 15 digits. Format the column as text in the spreadsheet, or return the value as text.',
		);
	}
}
