import type { IDataObject } from 'n8n-workflow';

import { memberOf, setMember } from '../../../shared/basics/members';
import { type DayOrder, dayOrderOf, readDay } from '../../../shared/node/cells/days';
import { readFlag } from '../../../shared/node/cells/flags';
import { type DecimalMark, decimalMarkOf, readNumber } from '../../../shared/node/cells/numbers';
import { isRewrittenNumber } from '../../../shared/node/cells/rewrittenNumber';
import { dateToIso, type OrganizationDates } from '../organizationDates';
import type { KnownFields } from './knownFields';

/** What the cells of one column prove about how they are written. */
interface Column {
	mark: DecimalMark | undefined;
	order: DayOrder | undefined;
}

/**
 * Gives values the types that the other vendors have: from a table, all may be text, `120,000`, `yes`, `31.12.2027`.
 * What may mean two things stays as it is, and is warned of.
 */
export class TypedFields {
	private readonly columns = new Map<string, Column>();

	/** @param rows all rows of the run: a column that has `31/12/2027` has the day first */
	constructor(
		private readonly fields: KnownFields,
		private readonly rows: readonly IDataObject[],
		private readonly dates: OrganizationDates,
	) {}

	/** Converts the values of all rows where it is certain what they mean. */
	convertAll(): void {
		for (const row of this.rows) {
			for (const [name, value] of Object.entries(row)) {
				const typed = this.read(name, value);
				if (typed !== undefined) setMember(row, name, typed);
			}
		}
	}

	private read(name: string, value: unknown): number | boolean | string | undefined {
		const isText = typeof value === 'string' && value.trim() !== '';
		if (!isText && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
		const { kind, isWhole } = this.fields.certain(name);
		// A spreadsheet has no text in a column where somebody has entered a number: `4711`.
		if (kind === 'text') return isText || isRewrittenNumber(value) ? undefined : String(value);
		if (typeof value === 'boolean') return undefined;
		if (kind === 'true or false') return readFlag(value);
		if (kind === 'a number' && isText) return readNumber(value, this.column(name).mark, isWhole);
		return kind === 'a date' ? this.day(name, value) : undefined;
	}

	/** A date as the organization writes it stays, unless its column has the day in another place. */
	private day(name: string, value: string | number): string | undefined {
		const { order } = this.column(name);
		const isOwn = typeof value === 'string' && dateToIso(value.trim(), this.dates) !== undefined;
		const own = this.dates.organizationDateFormat;
		const isOtherOrder = order !== undefined && own.startsWith(order === 'dayFirst' ? 'MM' : 'dd');
		return isOwn && !isOtherOrder ? undefined : readDay(value, order);
	}

	private column(name: string): Column {
		const known = this.columns.get(name);
		if (known) return known;
		const cells = this.rows.map((row) => memberOf(row, name));
		const column = { mark: decimalMarkOf(cells), order: dayOrderOf(cells) };
		this.columns.set(name, column);
		return column;
	}
}
