import type { IDataObject } from 'n8n-workflow';

import { idKey } from '../../../../shared/basics/ids';
import { groupsOf } from '../../../../shared/basics/lists';
import type { Fold } from '../../../../shared/basics/nameFolds';
import { userError } from '../../../../shared/n8n/nodeErrors';
import { checkIncompleteList } from '../../../../shared/node/incompleteList';
import type { InputItem } from '../../../../shared/node/inputItem';
import { listAllScopes } from '../../../../shared/service/api/scopes';

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
 * @throws UserError when they are not complete and its options do not allow that
 * @throws ServiceError when the service refuses
 */
export async function readExistingScopes(item: InputItem, fold: Fold): Promise<ExistingScopes> {
	const read = async (status?: string) =>
		await listAllScopes(item.client, (doubt) => checkIncompleteList(item, doubt), status);
	const records = await read();
	// The specification shows no status in a list, but a list of active scopes (scoped-controls, `GET /v1/scopes`).
	const isShown = records.every((record) => statusOf(record) !== '');
	const active = new Set((isShown ? [] : await read(ACTIVE)).map(({ id }) => idKey(text(id))));
	return new ExistingScopes(
		records.map((record) => {
			const status = statusOf(record);
			return readScope(
				record,
				status === ACTIVE || (status === '' && active.has(idKey(text(record.id)))),
			);
		}),
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
			throw userError(
				`The parent of "${path}" is missing from the list of scopes`,
				'Check that the client ID in the credential has access to all scopes. Nothing was written, because scopes that are missing from the list would be created again.',
			);
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
	return String(value ?? '');
}

const ACTIVE = 'active';

function statusOf({ status }: IDataObject): string {
	return text(status).trim().toLowerCase();
}
