import type { Choice } from '../forms/fields';

/**
 * How an administrator can have an organization write dates: as the settings of the service show it, and in
 * the letters of Luxon.
 */
export const DATE_FORMATS: Choice[] = [
	['DD-MM-YYYY', 'dd-MM-yyyy'],
	['MM-DD-YYYY', 'MM-dd-yyyy'],
	['YYYY-MM-DD', 'yyyy-MM-dd'],
];

/** What the service writes until an administrator chooses another one. */
export const DEFAULT_DATE_FORMAT = 'yyyy-MM-dd';
