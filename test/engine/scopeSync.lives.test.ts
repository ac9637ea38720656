import type { IDataObject } from 'n8n-workflow';

import type { WorkflowResult } from '../../sandbox/engine/engine';
import { NODE } from '../../sandbox/engine/singleNode';
import { amount } from '../helpers/amounts';
import { withFakeClock } from '../helpers/fakeClock';
import { harnessForEach } from '../helpers/harness';
import { PATH_TABLE, writesTo } from '../helpers/scopeSync';
import { seeded } from '../helpers/seeded';

/**
 * An org chart over many generations, with what people assign to its units meanwhile. What is right is said by a model
 * that has none of our code: a unit, by its Row Key, has a name, a parent, and controls.
 */
const harness = harnessForEach({ scopes: [] });

const LIVES = Array.from({ length: amount(4, 100) }, (_, index) => index + 1);
const GENERATIONS = 20;
/** The service nests scopes six levels deep. */
const DEEPEST = 6;

type Random = () => number;

const below = (random: Random, count: number) => Math.floor(random() * count);
const pick = <T>(random: Random, list: readonly T[]): T => list[below(random, list.length)] as T;

interface Unit {
	key: string;
	name: string;
	parent: string;
	/** IDs of controls. */
	controls: Set<string>;
	/** Of its scope, while it is at its place. */
	scopeId?: string;
	/** All names that it has had: no two units ever have the same one. */
	names: Set<string>;
}

class Chart {
	units: Unit[] = [];
	private newest = 0;

	add(parent: string): Unit {
		const key = `k${++this.newest}`;
		const unit = { key, parent, controls: new Set<string>(), ...this.named() };
		this.units.push(unit);
		return unit;
	}

	rename(unit: Unit): void {
		const { name } = this.named();
		unit.name = name;
		unit.names.add(name);
	}

	/** The unit is at another place, where it cannot be the same scope, and so is all that is below it. */
	move(unit: Unit, parent: string): void {
		if (unit.parent === parent) return;
		unit.parent = parent;
		for (const each of [unit, ...this.allBelow(unit)]) delete each.scopeId;
	}

	below({ key }: Unit): Unit[] {
		return this.units.filter(({ parent }) => parent === key);
	}

	allBelow(unit: Unit): Unit[] {
		return this.below(unit).flatMap((each) => [each, ...this.allBelow(each)]);
	}

	pathOf({ name, parent }: Unit): string[] {
		const above = this.units.find(({ key }) => key === parent);
		return [...(above ? this.pathOf(above) : []), name];
	}

	/** How many levels a unit has, with those below it. */
	height(unit: Unit): number {
		return 1 + Math.max(0, ...this.below(unit).map((each) => this.height(each)));
	}

	canTake(parent: Unit, unit: Unit): boolean {
		const isInside = parent === unit || this.allBelow(unit).includes(parent);
		return !isInside && this.pathOf(parent).length + this.height(unit) <= DEEPEST;
	}

	get rows(): IDataObject[] {
		return this.units.map(({ key, name, parent }) => ({ id: key, name, parentId: parent }));
	}

	private named() {
		const name = `Unit ${++this.newest}`;
		return { name, names: new Set([name]) };
	}
}

/** What an organization does to itself in a generation. */
function reorganize(random: Random, chart: Chart): void {
	for (let left = 1 + below(random, 4); left > 0; left--) {
		const [top, ...others] = chart.units;
		const unit = pick(random, others);
		const other = pick(random, others);
		const change = pick(random, [
			'rename',
			'rename',
			'move',
			'move',
			'merge',
			'split',
			'add',
			'leave',
		]);
		if (change === 'rename') chart.rename(pick(random, chart.units));
		if (!top || !unit || !other) continue;
		if (change === 'move') {
			const parent = pick(random, chart.units);
			if (chart.canTake(parent, unit)) chart.move(unit, parent.key);
			if (random() < 0.3) chart.rename(unit);
		}
		if (change === 'add' && chart.pathOf(unit).length < DEEPEST) chart.add(unit.key);
		if (change === 'leave' && chart.below(unit).length === 0 && others.length > 4)
			chart.units = chart.units.filter((each) => each !== unit);
		if (change === 'merge' && others.length > 4) {
			const inner = chart.below(unit);
			if (other === unit || !inner.every((each) => chart.canTake(other, each))) continue;
			for (const each of inner) chart.move(each, other.key);
			chart.units = chart.units.filter((each) => each !== unit);
			if (random() < 0.5) chart.rename(other);
		}
		if (change === 'split' && unit.parent !== '') {
			const half = chart.below(unit).filter(() => random() < 0.5);
			const second = chart.add(unit.parent);
			for (const each of half) if (chart.canTake(second, each)) chart.move(each, second.key);
			if (random() < 0.5) chart.rename(unit);
		}
	}
}

const scopes = () => [...harness.service.organization.scopes.values()];
const active = () => scopes().filter(({ status }) => status === 'active');

function controlsOf(scopeId: string): Set<string> {
	const { assignments } = harness.service.organization;
	return new Set([...assignments].flatMap(([id, all]) => (all.has(scopeId) ? [id] : [])));
}

/** People assign controls, and take them away. */
function assignSome(random: Random, chart: Chart): void {
	const { organization } = harness.service;
	for (let left = below(random, 6); left > 0; left--) {
		const unit = pick(random, chart.units);
		const control = pick(random, [...organization.controls.keys()].slice(0, 8));
		if (unit.scopeId === undefined) continue;
		const present = new Set(organization.assignments.get(control)?.keys());
		if (random() < 0.8) {
			present.add(unit.scopeId);
			unit.controls.add(control);
		} else {
			present.delete(unit.scopeId);
			unit.controls.delete(control);
		}
		organization.assign(control, [...present]);
	}
}

/** Troubles that a client has to live with, and some that end a run. */
function injectTrouble(random: Random): void {
	const { faults } = harness.service;
	faults.random = random;
	const probability = pick(random, [0.05, 0.2, 0.5]);
	const on = { path: /^\/v1\/(scopes|controls|scopeassignments)/, times: 1_000, probability };
	faults.add({ ...on, fault: { kind: 'status', status: 429, retryAfter: '1' } });
	faults.add({ ...on, fault: { kind: 'status', status: 500 } });
	faults.add({ ...on, fault: { kind: 'reset', when: 'after' } });
	faults.add({ ...on, fault: { kind: 'reset', when: 'before' } });
	const path = pick(random, ['/v1/scopeassignments', '/v1/scopes']);
	if (random() < 0.5) faults.add({ ...on, path, fault: { kind: 'status', status: 400 } });
}

/** The published workflow: n8n stores what its nodes remember, unless it is ended from outside. */
class PublishedWorkflow {
	staticData: IDataObject = {};

	async run(chart: Chart, more: IDataObject, isStored = true, settings: IDataObject = {}) {
		const { dryRun = false, ...options } = more;
		const parameters = {
			...{ resource: 'tree', operation: 'sync', ...PATH_TABLE, tableHas: 'parent', dryRun },
			...{ name: '={{ $json.name }}', parent: '={{ $json.parentId }}' },
			...{ rowKey: '={{ $json.id }}', owner: 'user-1' },
			options: { removalLimit: 1_000, possibleRenames: 'create', ...options },
		};
		const staticData = structuredClone(this.staticData);
		const result = await withFakeClock(() =>
			harness.run({ type: 'scope', parameters, settings }, chart.rows, {
				...{ mode: 'trigger', staticData },
			}),
		);
		if (isStored) this.staticData = result.staticData;
		return result;
	}
}

function failed(result: WorkflowResult): boolean {
	return result.error !== undefined || result.json(NODE).some(({ error }) => error !== undefined);
}

/** Each unit is one scope at its place; it has its controls, and the same scope as before unless it has moved. */
function checkChart(chart: Chart, archives: boolean): void {
	const places = new Map(active().map((scope) => [JSON.stringify(scope.pathNames), scope.id]));
	for (const unit of chart.units) {
		const id = places.get(JSON.stringify(chart.pathOf(unit)));
		expect([unit.key, id]).toEqual([unit.key, unit.scopeId ?? expect.any(String)]);
		unit.scopeId = id ?? '';
		const now = controlsOf(unit.scopeId);
		if (archives)
			expect([unit.key, [...now].sort()]).toEqual([unit.key, [...unit.controls].sort()]);
		// A scope that was left behind, and that its unit comes back to, has what it had.
		for (const control of unit.controls) expect([unit.key, ...now]).toContain(control);
		unit.controls = now;
	}
	if (archives) expect(active()).toHaveLength(chart.units.length);
	expect(places.size).toBe(active().length);
}

/** Whatever has gone wrong, each control of a unit is assigned to a scope that it is, or was. */
function checkNothingLost(chart: Chart): void {
	for (const { key, names, controls } of chart.units) {
		const own = active().filter(({ name }) => names.has(name));
		const kept = new Set(own.flatMap(({ id }) => [...controlsOf(id)]));
		for (const control of controls) expect([key, ...kept]).toContain(control);
	}
}

/** What rows say besides what only a real run knows. */
function told(result: WorkflowResult): unknown[] {
	return result
		.json(NODE)
		.map(({ action, path, rowKey, formerAssignments, addedAssignments, removedAssignments }) => [
			...[action, path, rowKey, formerAssignments, removedAssignments],
			(addedAssignments as IDataObject[] | undefined)?.map(({ controlId }) => controlId),
		])
		.map((row) => JSON.stringify(row))
		.sort();
}

it.each(LIVES)(
	'units keep their scopes and controls over 20 generations of life %i',
	async (life) => {
		const random = seeded(life);
		harness.service.authority.tokenLifetime = 24 * 60 * 60;
		const chart = new Chart();
		const top = chart.add('');
		for (let left = 6; left > 0; left--) chart.add(pick(random, [top, ...chart.below(top)]).key);
		const archives = life % 3 !== 0;
		const workflow = new PublishedWorkflow();
		for (let generation = 0; generation < GENERATIONS; generation++) {
			const options = {
				...{ copyAssignments: true, archiveUnnamed: archives },
				concurrentRequests: pick(random, [1, 8, 32]),
				batchSize: pick(random, [1, 3, 100]),
			};
			const onError = pick(random, ['stopWorkflow', 'continueRegularOutput'] as const);
			try {
				const planned =
					random() < 0.5 ? await workflow.run(chart, { ...options, dryRun: true }) : undefined;
				const isTroubled = random() < 0.6;
				if (isTroubled) injectTrouble(random);
				// n8n may be ended before it has stored anything.
				const isStored = random() < 0.7;
				const result = await workflow.run(chart, options, isStored, { onError });
				harness.service.faults.clear();
				checkNothingLost(chart);
				if (failed(result)) expect(isTroubled).toBe(true);
				else {
					checkChart(chart, archives);
					if (planned) expect(told(result)).toEqual(told(planned));
				}
				// Where the chart has changed meanwhile, what was stored has to do.
				if (failed(result) && isStored && random() < 0.5) {
					for (const unit of chart.units) if (random() < 0.2) chart.rename(unit);
				}
				const next = await workflow.run(chart, options);
				expect([failed(next), next.error?.message]).toEqual([false, undefined]);
				checkChart(chart, archives);
				const count = writesTo(harness).length;
				const last = await workflow.run(chart, options);
				expect(last.json(NODE).filter(({ action }) => action !== 'unchanged')).toEqual([]);
				expect(writesTo(harness)).toHaveLength(count);
			} catch (error) {
				throw new Error(`Generation ${generation}: ${String(error)}`, { cause: error });
			}
			assignSome(random, chart);
			reorganize(random, chart);
		}
	},
);
