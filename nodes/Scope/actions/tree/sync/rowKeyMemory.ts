import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isDataObject } from '../../../../shared/basics/guards';
import { idKey } from '../../../../shared/basics/ids';
import { memberOf, setMember } from '../../../../shared/basics/members';

/**
 * The only member of the workflow's static data that is Sync's: which scope each Row Key has become, by the ID of the
 * node, which stays when the node is renamed, and the service:
 * `{ "<node ID>": { "https://grc.example.com": { "4711": "<scope ID>" } } }`. 5,000 units take about 0.3 MB.
 */
const STATIC_DATA_MEMBER = 'grcScopeRowKeys';

/**
 * Remembers which scope each Row Key has become, so that a unit with a new name is the same scope. n8n stores it after
 * executions of the published workflow, and nothing of runs by hand.
 */
export class RowKeyMemory {
	private readonly ids: Map<string, string>;
	private isChanged = false;

	/** @param service its Base URL: another one has other scopes */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly service: string,
	) {
		const stored = memberOf(this.ofNode(), service);
		const entries = isDataObject(stored) ? Object.entries(stored) : [];
		this.ids = new Map(entries.map(([key, id]) => [key, String(id)]));
	}

	/** Whether an earlier run has remembered anything. */
	get isEmpty(): boolean {
		return this.ids.size === 0;
	}

	/** @returns the ID of the scope that a row with this Row Key was, or became; it may be gone */
	idOf(rowKey: string): string | undefined {
		return this.ids.get(idKey(rowKey));
	}

	/** Remembers what a row has become. */
	add(rowKey: string, id: string): void {
		const key = idKey(rowKey);
		if (this.ids.get(key) === id) return;
		this.ids.set(key, id);
		this.isChanged = true;
	}

	/** Keeps it for the next run. */
	save(): void {
		if (!this.isChanged) return;
		const ids: IDataObject = {};
		for (const [key, id] of this.ids) setMember(ids, key, id);
		const data = this.context.getWorkflowStaticData('global');
		const ofNode = { ...this.ofNode() };
		setMember(ofNode, this.service, ids);
		const all = data[STATIC_DATA_MEMBER];
		data[STATIC_DATA_MEMBER] = {
			...(isDataObject(all) ? all : {}),
			[this.context.getNode().id]: ofNode,
		};
	}

	private ofNode(): IDataObject {
		const all = this.context.getWorkflowStaticData('global')[STATIC_DATA_MEMBER];
		const stored = isDataObject(all) ? memberOf(all, this.context.getNode().id) : undefined;
		return isDataObject(stored) ? stored : {};
	}
}
