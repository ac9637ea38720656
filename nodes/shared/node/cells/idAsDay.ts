/** What a spreadsheet makes of an ID such as `MAR1` or `1-3`, in English and German: `1-Mar`, `01. Mrz`. */
const DAY =
	/^\d{1,2}(?:-|\. ?| )(?:jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)\.?$/i;

/** @returns whether an ID looks like a day that a spreadsheet has made of it */
export function isIdAsDay(text: string): boolean {
	return DAY.test(text.trim());
}
