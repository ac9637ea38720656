import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Fold } from '../../../../shared/basics/text';
import { idKey } from '../../../../shared/basics/text';
import { groupsOf } from '../../../../shared/node/batches';
import type { InputItem } from '../../../../shared/node/inputItem';
import { checkIncompleteList } from '../../../../shared/node/lists';
import {
	flattenTree,
	getScopeTree,
	listAllScopes,
} from '../../../../shared/service/api/scopedControls';
import type { ServiceClient } from '../../../../shared/service/send';

/** @returns a path in the form in which results show it */
export function pathText(names: string[]): string {
	return names.join(' / ');
}

/** A scope that exists in the service. */
export interface ExistingScope {
	id: string;
	/** `undefined` at the top level. */
	parentId?: string;
	names: string[];
	owner: string;
	description: string;
	isActive: boolean;
	/** As the service sent it. */
	record: IDataObject;
}

/**
 * Reads all scopes of the service.
 *
 * @param item whose client and options are used
 * @param fold returns the same text for names that are the same
 * @throws UserError when they are not complete and its options do not allow that, or when it is not certain
 *   which of them are active
 * @throws ServiceError when the service refuses
 */
export async function readExistingScopes(item: InputItem, fold: Fold): Promise<ExistingScopes> {
	const records = await listAllScopes(item.client, (doubt) => checkIncompleteList(item, doubt));
	const isActive = await activityOf(item.client, records);
	return new ExistingScopes(
		records.map((record) => readScope(record, isActive(record))),
		fold,
	);
}

/** The scopes of the service by id, and by parent and name. */
export class ExistingScopes {
	private readonly byId: Map<string, ExistingScope>;
	private readonly byPlace: Map<string, ExistingScope[]>;

	/**
	 * @param fold returns the same text for names that are the same
	 * @throws UserError when the service returns scopes that do not form a tree
	 */
	constructor(
		scopes: ExistingScope[],
		private readonly fold: Fold,
	) {
		this.byId = new Map(scopes.map((scope) => [idKey(scope.id), scope]));
		for (const scope of this.byId.values()) {
			const { parentId } = scope;
			if (parentId === undefined || this.byId.has(idKey(parentId))) continue;
			const path = pathText(scope.names);
			throw new UserError(`The parent of "${path}" is missing from the list of scopes`, {
				description:
					'Check that the client can read all scopes. Nothing was written, because scopes that are missing from the list would be created again.',
			});
		}
		this.byPlace = groupsOf(this.byId.values(), ({ parentId, names }) =>
			this.place(parentId, names.at(-1) ?? ''),
		);
	}

	/** @returns every scope once */
	all(): ExistingScope[] {
		return [...this.byId.values()];
	}

	/** @returns the scope with an id, which may be in another letter case */
	withId(id: string): ExistingScope | undefined {
		return this.byId.get(idKey(id));
	}

	/**
	 * @param parentId the scope directly above; `undefined` at the top level
	 * @returns the scopes with a name, of which there is usually one
	 */
	at(parentId: string | undefined, name: string): ExistingScope[] {
		return this.byPlace.get(this.place(parentId, name)) ?? [];
	}

	private place(parentId: string | undefined, name: string): string {
		return `${idKey(parentId ?? '')}\u0000${this.fold(name)}`;
	}
}

function readScope(record: IDataObject, isActive: boolean): ExistingScope {
	const { id, name, owner, description, parentId, pathIds, pathNames } = record;
	const ids = Array.isArray(pathIds) ? pathIds.map(text) : [];
	const parent = text(parentId) || ids.at(-2);
	return {
		id: text(id),
		...(parent !== undefined && { parentId: parent }),
		names: Array.isArray(pathNames) ? pathNames.map(text) : [text(name)],
		owner: text(owner),
		description: text(description),
		isActive,
		record,
	};
}

function text(value: unknown): string {
	return typeof value === 'string' ? value : String(value ?? '');
}

const ACTIVE = 'active';

/**
 * Finds out which scopes are active. The specification shows no status in a list of scopes
 * (scoped-controls, `GET /v1/scopes`): where it is missing, the tree of active scopes says it.
 *
 * @param records the scopes of the service
 * @returns whether one of these scopes is active
 * @throws UserError when the tree does not say it either
 * @throws ServiceError when the service refuses
 */
async function activityOf(
	client: ServiceClient,
	records: IDataObject[],
): Promise<(record: IDataObject) => boolean> {
	const needsTree = records.some((record) => statusOf(record) === '');
	const ids = needsTree ? activeIds(await getScopeTree(client, true)) : new Set<string>();
	return (record) => {
		const status = statusOf(record);
		return status === '' ? ids.has(idKey(String(record.id))) : status === ACTIVE;
	};
}

function activeIds(root: IDataObject): Set<string> {
	// Without the root, which may stand for the organization, and need no id.
	const nodes = flattenTree({ ...root, pathNames: [] });
	const hasIds = nodes.every(({ id }) => typeof id === 'string');
	if (!Array.isArray(root.children) || !hasIds) {
		throw new UserError('The service does not show which scopes are active', {
			description:
				'The list of scopes has no status, and the scope tree has no ID for each scope. Check the output of Scope Tree > Get. Nothing was written.',
		});
	}
	const active = [root, ...nodes].filter((node) => [ACTIVE, ''].includes(statusOf(node)));
	return new Set(active.map(({ id }) => idKey(String(id))));
}

function statusOf({ status }: IDataObject): string {
	return typeof status === 'string' ? status.trim().toLowerCase() : '';
}
