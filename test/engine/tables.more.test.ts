import type { IDataObject } from 'n8n-workflow';

import type { WorkflowResult } from '../../sandbox/engine/engine';
import { NODE } from '../../sandbox/engine/singleNode';
import { harnessForEach } from '../helpers/harness';
import {
	MORE_TABLES,
	type Operation,
	operations,
	register,
	REST,
	tree,
} from '../helpers/moreTables';

/** Tables as analysts bring them: each is planned, then run, and both must say what the data says. */
const harness = harnessForEach({ vendors: register(), documents: [], scopes: [] });

/** What the service has, a text for each member of each record. */
type State = Map<string, Map<string, string>>;

function stateOf(): State {
	const { vendors, organization } = harness.service;
	const state: State = new Map();
	for (const { id, created_at: _1, updated_at: _2, ...vendor } of vendors.byId.values())
		state.set(id, textsOf({ ...vendor }));
	for (const { id, pathNames, owner, description, status } of organization.scopes.values())
		state.set(id, textsOf({ path: pathNames.join(' / '), owner, description, status }));
	for (const [id, scopes] of organization.assignments) {
		const control = organization.controls.get(id)?.controlIdentifier;
		const paths = [...scopes.keys()].map((scope) =>
			organization.scopes.get(scope)?.pathNames.join(' / '),
		);
		state.set(`assignments ${id}`, textsOf({ control, scopes: paths.sort().join('; ') }));
	}
	return state;
}

function textsOf(record: object): Map<string, string> {
	const entries = Object.entries(record).filter(([, value]) => value !== null && value !== '');
	return new Map(
		entries.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)]),
	);
}

/** What all new vendors of the data have. */
const isUsual = (name: string, value: string) =>
	name === 'status' || REST.get(name) === value || (name === 'domain' && value.startsWith('new'));

/** @returns a line for each record that is new, and for each member that is not what it was */
function differences(before: State, after: State): string[] {
	const lines: string[] = [];
	for (const [id, record] of after) {
		const old = before.get(id);
		const [label] = (old ?? record).values();
		if (!old) {
			const others = [...record]
				.slice(1)
				.filter(([name, value]) => value !== '' && !isUsual(name, value));
			lines.push(`+ ${label}${others.map(([name, value]) => `; ${name} ${value}`).join('')}`);
			continue;
		}
		for (const name of new Set([...old.keys(), ...record.keys()]))
			if (old.get(name) !== record.get(name))
				lines.push(`${label}: ${name} ${old.get(name) ?? '-'} > ${record.get(name) ?? '-'}`);
	}
	for (const [id, record] of before) if (!after.has(id)) lines.push(`- ${[...record.values()][0]}`);
	return lines.sort();
}

/** @returns what a row of the output says to whoever reads it: `updated`, or `created ! There is ...` */
function seen({ action, why, warning, fix, error }: IDataObject): string {
	const { message, description } = (error ?? {}) as IDataObject;
	if (message !== undefined) return `error ! ${String(message)}\n${String(description ?? '')}`;
	const said = action === 'error' ? `${String(why)}\n${String(fix ?? '')}` : String(warning ?? '');
	return said === '' ? String(action) : `${String(action)} ! ${said}`;
}

async function run(
	operation: Operation,
	rows: IDataObject[],
	dryRun: boolean,
): Promise<WorkflowResult> {
	const { type, parameters } = operations(harness.service)[operation];
	const settings = { onError: 'continueRegularOutput' as const };
	return await harness.run({ type, parameters: { ...parameters, dryRun }, settings }, rows);
}

/** @returns whether a row says what is wanted: `updated` and nothing else, or `updated ! text` and the text among others */
function says(row: string | undefined, wanted: string): boolean {
	const [action = '', text] = wanted.split(' ! ');
	if (text === undefined) return row === action;
	return row?.startsWith(`${action} ! `) === true && row.includes(text);
}

/** @returns rows that do not say what is wanted, with what they say; the rows may be fewer or more */
const unlike = (rows: string[], wanted: readonly string[]) =>
	Array.from({ length: Math.max(rows.length, wanted.length) }, (_, at) => [
		wanted[at],
		rows[at],
	]).filter(([want = '', row]) => !says(row, want));

const hintsOf = (result: WorkflowResult) =>
	result
		.hints(NODE)
		.filter(({ type }) => type === 'warning')
		.map(({ message }) => message);

/** @returns the rows of which the service has no record with all of their cells */
function notStored(rows: IDataObject[]): IDataObject[] {
	const records = [...stateOf().values()];
	const has = (record: Map<string, string>, [name, cell]: [string, unknown]) =>
		record.get(name) === String(cell);
	return rows.filter(
		(row) => !records.some((record) => Object.entries(row).every((cell) => has(record, cell))),
	);
}

it.each(MORE_TABLES)(
	'$operation: $name',
	async ({ operation, rows, see, real = see, hint, after }) => {
		tree(harness.service.organization);
		const before = stateOf();
		const items = typeof rows === 'function' ? rows(harness.service) : rows;
		const planned = await run(operation, items, true);
		expect(differences(before, stateOf())).toEqual([]);
		const done = await run(operation, items, false);
		const said = [planned, done].map((result) => result.json(NODE).map(seen));
		expect(unlike(said[0] ?? [], see)).toEqual([]);
		expect(unlike(said[1] ?? [], real)).toEqual([]);
		if (real === see) expect(said[1]).toEqual(said[0]);
		const isSilent = hint === undefined && !see.some((row) => row.includes('!') || row === 'error');
		for (const result of isSilent ? [planned, done] : []) expect(hintsOf(result)).toEqual([]);
		for (const result of [planned, done])
			if (hint !== undefined) expect(hintsOf(result).join('\n')).toContain(hint);
		if (after === 'as written') expect(notStored(items)).toEqual([]);
		const changed = differences(before, stateOf());
		if (after === 'as written') expect(changed).toHaveLength(items.length);
		else expect(changed).toEqual(after);
	},
);
