import type { UserError } from 'n8n-workflow';

import { idKey } from '../../../../shared/basics/ids';
import { groupsOf } from '../../../../shared/basics/lists';
import { didYouMean, KnownNames } from '../../../../shared/basics/misspelling';
import { textField } from '../../../../shared/forms/fields';
import { userError } from '../../../../shared/n8n/nodeErrors';
import { identityText } from '../../../../shared/node/cells/identifying';
import { mergedGaps } from '../../../../shared/node/cells/mergedCells';
import { referringColumn } from '../../../../shared/node/cells/referringColumn';
import { similarFold } from '../../../../shared/node/cells/similarNames';
import { similarColumn } from '../../../../shared/node/cells/similarColumn';
import { columnIn } from '../../../../shared/node/columns';
import type { InputItem } from '../../../../shared/node/inputItem';
import { describeRows } from '../../../../shared/node/rowRanges';
import { pathText } from './existingScopes';
import { type RowPath, SkippedError, type SyncSettings, type TreeTable } from './treeRows';

/** A table whose rows name their parent, such as the export of an HR system. */
export const parentTable: TreeTable = {
	properties: [
		textField('Name', 'name', 'Name of the scope, without its parents', {
			required: true,
			placeholder: 'e.g. Berlin',
		}),
		textField(
			'Parent',
			'parent',
			'Name of the parent, or its Row Key if the table has one. In the row of a top-level scope, it can be empty, 0, or the scope itself.',
			{
				required: true,
				placeholder: 'e.g. Germany',
				hint: 'The parent must be an input item, too. Archived scopes are reactivated.',
			},
		),
		textField(
			'Row Key',
			'rowKey',
			'Unique ID of the row, such as the ID of the unit in the HR system. If set, Parent must contain the Row Key of the parent, not its name. A unit with another name is then renamed.',
			{ placeholder: 'e.g. 4711' },
		),
	],
	readPaths(items, { fold }) {
		const units = items.map(readUnit);
		linkParents(units, fold);
		const doubtsOf = placeDoubts(units, items);
		return units.map((unit) => ({
			...placeOf(unit),
			...(unit.key !== '' && { key: unit.key }),
			doubts: doubtsOf(unit),
		}));
	},
};

/** One row. */
interface Unit {
	index: number;
	name: string;
	/** Name or key of another row; `''` at the top level. */
	parent: string;
	key: string;
	problem?: unknown;
	/** The row of its parent. */
	above?: Unit | undefined;
}

function readUnit(item: InputItem): Unit {
	const unit: Unit = { index: item.index, name: '', parent: '', key: '' };
	try {
		// The key first: other rows may refer to a row that has no name.
		unit.key = identityText(item.text('rowKey', 'Row Key'), 'Row Key');
		unit.name = identityText(item.text('name', 'Name'), 'Name');
		if (unit.name === '') unit.problem = userError('Name is empty', NO_NAME);
		unit.parent = identityText(item.text('parent', 'Parent'), 'Parent', NO_PARENT);
	} catch (error) {
		unit.problem = error;
	}
	return unit;
}

const NO_NAME =
	'Enter a value for Name, or remove the row. If cells are merged, only the first row has the value.';

const NO_PARENT = 'Enter the parent, or leave Parent empty for a scope at the top level.';

/**
 * Finds out where the top level may be a mistake.
 *
 * @returns what is doubtful about the place of a row, if its scope is new
 */
function placeDoubts(units: Unit[], [first, ...others]: InputItem[]): (unit: Unit) => string[] {
	if (units.length > 1 && units.every(({ parent, problem }) => parent === '' && !problem)) {
		const entered = (name: string) => String(first?.value(name, '', { rawExpressions: true }));
		const rows = [...(first ? [first] : []), ...others].map(({ json }) => json);
		const used = ['name', 'rowKey', 'owner'].map(entered);
		const references = units.map(({ key, name }) => key || name);
		const meant =
			referringColumn(rows, references) ??
			similarColumn(columnIn(entered('parent')) ?? 'Parent', rows, used);
		const flat = `No row has a parent: all ${units.length} scopes are at the top level.`;
		const doubts = [meant === undefined ? flat : `${flat} Is it in the column "${meant}"?`];
		return () => doubts;
	}
	const gaps = mergedGaps(units.map(({ parent }) => parent));
	const parents = new Set(units.map(({ above }) => above));
	return (unit) =>
		gaps.has(unit.index) && !parents.has(unit)
			? [
					'Parent is empty, so it is at the top level. If cells are merged, only the first row has the value.',
				]
			: [];
}

function linkParents(units: Unit[], fold: SyncSettings['fold']): void {
	const hasKeys = units.some(({ key }) => key !== '');
	const keyOf = hasKeys ? idKey : fold;
	const byReference = groupsOf(units, ({ key, name }) => keyOf(hasKeys ? key : name));
	const orphans: Unit[] = [];
	for (const unit of units) {
		const { parent } = unit;
		if (parent === '') continue;
		const above = byReference.get(keyOf(parent)) ?? [];
		// In exports of HR systems, the parent of a top row may also be 0, or the row itself.
		const isTop = above.length === 0 ? parent === '0' : above.every((each) => each === unit);
		if (isTop) continue;
		if (above.length === 1) unit.above = above[0];
		else if (above.length > 1) unit.problem ??= ambiguousParent(parent, above);
		else orphans.push(unit);
	}
	const missing = groupsOf(orphans, ({ parent }) => parent);
	// If there are more, it is the wrong column, and no misspelling.
	if (missing.size === 0) return;
	const isGuessed = !hasKeys && missing.size <= MOST_MISSPELLED;
	const names = new KnownNames(isGuessed ? units.map(({ name }) => name) : []);
	const keys = hasKeys ? keysMeant(units) : undefined;
	for (const [parent, below] of missing) {
		// A row is not its own parent.
		const own = new Set(below.map(({ name }) => name));
		const meant = keys ? keys(parent) : names.meantBy(parent, own);
		const problem = orphan(parent, meant);
		for (const unit of below) unit.problem ??= problem;
	}
}

/**
 * Spreadsheets write keys in other ways (`0010`, `10.0`), and Parent may have the name instead of the key.
 *
 * @returns the only Row Key that a parent may mean
 */
function keysMeant(units: Unit[]): (parent: string) => string | undefined {
	const byKey = groupsOf(units, ({ key }) => key);
	const known = units.filter(({ key }) => key !== '' && byKey.get(key)?.length === 1);
	const indexes = [
		groupsOf(known, ({ key }) => similarFold(key)),
		groupsOf(known, ({ name }) => similarFold(name)),
	];
	return (parent) => {
		const [meant, ...others] =
			indexes
				.map((index) => index.get(similarFold(parent)) ?? [])
				.find(({ length }) => length > 0) ?? [];
		return others.length === 0 ? meant?.key : undefined;
	};
}

/** Different parents, of which each may be a misspelled name. */
const MOST_MISSPELLED = 20;

/** Follows the parents of a row to the top level. */
function placeOf(unit: Unit): RowPath {
	const chain: Unit[] = [];
	for (let each: Unit | undefined = unit; each; each = each.above) {
		if (chain.includes(each)) {
			refuseCycle(chain.slice(chain.indexOf(each)));
			return placeOf(unit);
		}
		chain.push(each);
	}
	const names = chain.map(({ name, key }) => name || key).reverse();
	const distance = chain.findIndex(({ problem }) => problem);
	const problem =
		distance > 0 ? new SkippedError(names.slice(0, names.length - distance)) : unit.problem;
	return { names, problem };
}

/** @param meant the name that it may be */
function orphan(parent: string, meant: string | undefined): UserError {
	const guess = meant === undefined ? '' : `.${didYouMean(meant)}`;
	return userError(
		`The parent "${parent}" is not in the table${guess}`,
		'Add a row for the parent, or correct Parent: the name or Row Key of another row, or empty for the top level. If all rows have this error, drag the columns into Name and Parent again.',
	);
}

function ambiguousParent(parent: string, units: Unit[]): UserError {
	const hasKey = units.some(({ key }) => key !== '');
	return userError(
		`Found ${units.length} parents with the ${hasKey ? 'Row Key' : 'name'} "${parent}" (${rowsOf(units)})`,
		hasKey
			? 'Correct Row Key so that it is different in each row.'
			: 'Enter a unique value for each row in Row Key, such as its ID in the HR system, and use these values in Parent.',
	);
}

function refuseCycle(cycle: Unit[]): void {
	const names = cycle.map(({ name }) => name);
	const [first = ''] = names;
	const path = pathText([...names, first].reverse());
	const problem = userError(
		`"${first}" is its own ancestor: ${path} (${rowsOf(cycle)})`,
		'Correct Parent in one of these rows. Leave it empty for the top level.',
	);
	for (const unit of cycle) Object.assign(unit, { problem, above: undefined });
}

function rowsOf(units: Unit[]): string {
	return describeRows(units.map(({ index }) => index));
}
