import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isDataObject } from '../../../../shared/basics/guards';
import { idKey } from '../../../../shared/basics/ids';
import { groupsOf } from '../../../../shared/basics/lists';
import { memberOf, setMember } from '../../../../shared/basics/members';

/**
 * The only member of the workflow's static data that is Sync's: which scope each Row Key has become, by the ID of the
 * node, which stays when the node is renamed, and the service:
 *
 *     { "<node ID>": { "https://grc.example.com": {
 *       "4711": "<scope ID>",
 *       "4712": { "id": "<scope ID>", "copyFrom": ["<ID of its old scope>"] },
 *       "4713": { "id": "<scope ID>", "isAsked": true }
 *     } } }
 *
 * 5,000 units take about 0.3 MB.
 */
const STATIC_DATA_MEMBER = 'grcScopeRowKeys';

/** What is remembered of a unit. */
export interface KnownUnit {
	/** ID of the scope that it is; the scope may be gone. */
	id: string;
	/** IDs of its old scopes whose control assignments are not all copied yet. */
	copyFrom: readonly string[];
	/** Whether a person was asked if its scope is another unit with a new name. */
	isAsked: boolean;
}

/**
 * Remembers which scope each Row Key has become, so that a unit with a new name is the same scope. n8n stores it after
 * executions of the published workflow, and nothing of runs by hand.
 */
export class RowKeyMemory {
	private readonly units: Map<string, KnownUnit>;
	private isChanged = false;

	/** @param service its Base URL: another one has other scopes */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly service: string,
	) {
		const stored = memberOf(this.ofNode(), service);
		const entries = isDataObject(stored) ? Object.entries(stored) : [];
		this.units = new Map(entries.map(([key, unit]) => [key, toUnit(unit)]));
	}

	/** @returns what a row with this Row Key was, or became */
	unitOf(rowKey: string): KnownUnit | undefined {
		return this.units.get(idKey(rowKey));
	}

	/**
	 * @param present the Row Keys of the input
	 * @returns whether a scope may have lost its Row Key since: of what was never in the input, nothing is known; and
	 *   where nothing at all is remembered, each may have
	 */
	mayHaveLostKey(scopeId: string, present: ReadonlySet<string>): boolean {
		if (this.units.size === 0) return true;
		const keys = this.byScope().get(idKey(scopeId)) ?? [];
		return (
			keys.length > 0 &&
			keys.every(([key]) => !present.has(key)) &&
			!keys.some(([, { isAsked }]) => isAsked)
		);
	}

	/** Remembers what a row has become. */
	add(rowKey: string, id: string, copyFrom: readonly string[] = []): void {
		this.set(idKey(rowKey), { id, copyFrom, isAsked: false });
	}

	/** Remembers that a scope without a row is no unit of the input with a new name. */
	addAsked(scopeId: string): void {
		const keys = this.byScope().get(idKey(scopeId)) ?? [];
		for (const [key, unit] of keys) this.set(key, { ...unit, isAsked: true });
	}

	/** Keeps it for the next run. */
	save(): void {
		if (!this.isChanged) return;
		const units: IDataObject = {};
		for (const [key, unit] of this.units) setMember(units, key, toStored(unit));
		const data = this.context.getWorkflowStaticData('global');
		const ofNode = { ...this.ofNode() };
		setMember(ofNode, this.service, units);
		const all = data[STATIC_DATA_MEMBER];
		data[STATIC_DATA_MEMBER] = {
			...(isDataObject(all) ? all : {}),
			[this.context.getNode().id]: ofNode,
		};
	}

	private set(key: string, unit: KnownUnit): void {
		const known = this.units.get(key);
		if (known && JSON.stringify(toStored(known)) === JSON.stringify(toStored(unit))) return;
		this.units.set(key, unit);
		this.isChanged = true;
	}

	/** By {@link idKey}, as it was when it was first asked for: what a run adds has a row. */
	private byScope(): Map<string, Array<[string, KnownUnit]>> {
		return (this.keysByScope ??= groupsOf(this.units, ([, { id }]) => idKey(id)));
	}

	private keysByScope: Map<string, Array<[string, KnownUnit]>> | undefined;

	private ofNode(): IDataObject {
		const all = this.context.getWorkflowStaticData('global')[STATIC_DATA_MEMBER];
		const stored = isDataObject(all) ? memberOf(all, this.context.getNode().id) : undefined;
		return isDataObject(stored) ? stored : {};
	}
}

function toUnit(stored: unknown): KnownUnit {
	if (!isDataObject(stored)) return { id: String(stored), copyFrom: [], isAsked: false };
	const { id, copyFrom, isAsked } = stored;
	return {
		id: String(id),
		copyFrom: Array.isArray(copyFrom) ? copyFrom.map(String) : [],
		isAsked: isAsked === true,
	};
}

/** Nearly all units are an ID and nothing else. */
function toStored({ id, copyFrom, isAsked }: KnownUnit): string | IDataObject {
	if (copyFrom.length === 0 && !isAsked) return id;
	return {
		id,
		...(copyFrom.length > 0 && { copyFrom: [...copyFrom] }),
		...(isAsked && { isAsked }),
	};
}
