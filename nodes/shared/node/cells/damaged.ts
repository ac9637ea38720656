import { isObject } from '../../basics/guards';
import { shorten } from '../../basics/shorten';
import { userError } from '../../n8n/nodeErrors';
import { isWronglyDecoded } from './encoding';

/**
 * What a spreadsheet shows where a formula has failed, in the language of its user: `#REF!`, `#BEZUG!`, `#¿NOMBRE?`,
 * and `#N/A`, `#N/D`, `#NV`, which stand for a missing value as well.
 */
const FORMULA_ERROR =
	/^#(?:[¡¿]?\p{Lu}[\p{Lu}\p{N}_./]{0,20}[!?]|\p{Lu}{1,2}\/\p{Lu}{1,4}|NV|GETTING_DATA)$/u;

/** What a spreadsheet shows in place of a number or a date that is wider than its column. */
const TOO_WIDE = /^#{3,}$/;

/**
 * Refuses what is wrong wherever it stands, since a run at night would overwrite what is right with it: a formula
 * that has failed, and text that was read in the wrong encoding.
 *
 * @param value of a cell; of a list or an object, all texts in it count
 * @param label of the field, at the start of the message
 * @throws UserError naming the field, the value, and what to do
 */
export function refuseDamaged(value: unknown, label: string): void {
	const open = [value];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		if (typeof next === 'string') refuseDamagedText(next.trim(), label);
		else if (isObject(next)) open.push(...Object.values(next).map((one: unknown) => one ?? null));
	}
}

function refuseDamagedText(text: string, label: string): void {
	if (FORMULA_ERROR.test(text)) {
		throw userError(
			`${label} is "${text}", a spreadsheet formula error`,
			'Correct the formula in the spreadsheet, or remove the row.',
		);
	}
	if (TOO_WIDE.test(text)) {
		throw userError(
			`${label} is "${shorten(text)}", a value that is wider than its column in the spreadsheet`,
			'Make the column wider, then export the table again.',
		);
	}
	if (isWronglyDecoded(text)) {
		throw userError(
			`${label} is "${shorten(text)}", text that was read in the wrong encoding`,
			'Read the file again with its own encoding: in Extract from File, set Encoding under Options. Excel often saves CSV files as windows-1252.',
		);
	}
}
