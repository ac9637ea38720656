import { deepCopy, type IDataObject } from 'n8n-workflow';

import { isObject } from '../../../shared/basics/guards';
import { memberOf, setMember } from '../../../shared/basics/members';
import { storedText } from '../../../shared/basics/visible';
import { isBlankCell } from '../../../shared/node/cells/blank';
import { type DayOrder, dayOrderOf, readDay } from '../../../shared/node/cells/days';
import { type Cell, isPlainList, plainList } from '../../../shared/node/cells/flattened';
import { readFlag } from '../../../shared/node/cells/flags';
import { leavesOf, setLeaf, withoutGaps } from '../../../shared/node/cells/leaves';
import { type DecimalMark, decimalMarkOf, readNumber } from '../../../shared/node/cells/numbers';
import { isRewrittenNumber } from '../../../shared/node/cells/rewrittenNumber';
import { dateToIso, type OrganizationDates } from '../organizationDates';
import { anyEntry, type KnownFields } from './knownFields';
import { isEmpty, isSameValue } from './sameValue';

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
	/** What the cells had that were converted, by row and column. */
	private readonly written = new Map<IDataObject, IDataObject>();

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
				if (typed === undefined) continue;
				const written = this.written.get(row) ?? {};
				this.written.set(row, written);
				setMember(written, name, value);
				setMember(row, name, typed);
			}
		}
	}

	/**
	 * Puts the columns together that n8n has written for a list or an object, over the values of the vendor: what has
	 * no column stays. `{ "address.city": "Bonn" }` is `{ "address": { "city": "Bonn", "street": "Main Street 1" } }`.
	 *
	 * @param row is changed
	 * @param vendor the one that the row is about; `{}` for a new one
	 */
	join(row: IDataObject, vendor: IDataObject): void {
		const columns = new Map<string, Cell[]>();
		for (const [name, value] of Object.entries(row)) {
			const root = this.rootOf(name);
			if (root === undefined) {
				const present = memberOf(vendor, name);
				const isSame = Array.isArray(value)
					? this.hasSameEntries(present, value)
					: isBlankCell(value) && isObject(present) && !hasValues(present);
				if (isSame || this.isAsWritten(row, name, present)) setMember(row, name, present);
				continue;
			}
			const rest = name.slice(root.length + 1);
			columns.set(root, [...(columns.get(root) ?? []), [rest, value]]);
			delete row[name];
		}
		for (const [root, cells] of columns)
			if (isBlankCell(memberOf(row, root)))
				setMember(row, root, this.joined(root, cells, memberOf(vendor, root), row));
	}

	/** A text that the vendor has is what it is, even if those of other vendors are dates in another format. */
	private isAsWritten(row: IDataObject, name: string, present: unknown): boolean {
		const written = memberOf(this.written.get(row) ?? {}, name);
		return (
			typeof written === 'string' &&
			typeof present === 'string' &&
			storedText(written) === storedText(present)
		);
	}

	/** @returns the field that a column is a part of; nothing for a field of its own */
	private rootOf(column: string): string | undefined {
		if (this.fields.has(column)) return undefined;
		for (let at = column.indexOf('.'); at > 0; at = column.indexOf('.', at + 1))
			if (this.fields.isStructured(column.slice(0, at))) return column.slice(0, at);
		return undefined;
	}

	private joined(
		root: string,
		cells: Cell[],
		present: IDataObject[string],
		row: IDataObject,
	): IDataObject[string] {
		if (cells.every(([, value]) => isBlankCell(value))) return hasValues(present) ? '' : present;
		// The members of an object can have numbers as names: `{ "2026": 1000, "2027": 1200 }`.
		const isList = Array.isArray(present) || (!isObject(present) && this.fields.isList(root));
		const isPlain = isList && !(Array.isArray(present) && present.some(isObject));
		if (isPlain && isPlainList(cells)) {
			const list = plainList(cells) as IDataObject[];
			return this.hasSameEntries(present, list) ? present : list;
		}
		const target: object = isObject(present) ? deepCopy(present) : isList ? [] : {};
		const leaves = leavesOf(present);
		for (const [rest, value] of cells) {
			const leaf = leaves.get(rest);
			const isSame = leaf
				? isSameValue(leaf.value, value, this.dates) ||
					this.isAsWritten(row, `${root}.${rest}`, leaf.value)
				: value === undefined || isBlankCell(value);
			if (!isSame) setLeaf(target, leaf?.path ?? rest.split('.'), isEmpty(value) ? null : value);
		}
		return withoutGaps(target) as IDataObject;
	}

	/** A table has no cell for an entry that is empty. */
	private hasSameEntries(present: unknown, wanted: readonly unknown[]): boolean {
		if (!Array.isArray(present)) return false;
		const filled = present.filter((entry) => !isBlankCell(entry));
		return filled.length < present.length && isSameValue(filled, wanted, this.dates);
	}

	private read(name: string, value: unknown): IDataObject[string] {
		const isText = typeof value === 'string' && value.trim() !== '';
		if (!isText && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
		if (isText && this.fields.isStructured(name)) return structureIn(value);
		const isInside = this.rootOf(name) !== undefined;
		const { kind, isWhole } = isInside
			? this.fields.inside().certain(anyEntry(name))
			: this.fields.certain(name);
		// A number typed into a spreadsheet arrives as a number, also where the field has text: `4711`.
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

/** @returns whether a list or an object has anything that a table has a cell for */
function hasValues(value: unknown): boolean {
	return [...leavesOf(value).values()].some((leaf) => !isBlankCell(leaf.value));
}

/** @returns the list or object that a text has as JSON, as n8n writes it into Google Sheets */
function structureIn(text: string): IDataObject | undefined {
	if (!/^\s*[[{]/.test(text)) return undefined;
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) ? (value as IDataObject) : undefined;
	} catch {
		return undefined;
	}
}
