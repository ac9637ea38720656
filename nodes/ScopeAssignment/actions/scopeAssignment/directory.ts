import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { countOf } from '../../../shared/count';
import { idKey, nameFold } from '../../../shared/ids';
import { groupsOf } from '../../../shared/node/batches';
import type { InputItem } from '../../../shared/node/inputItem';
import {
	checkIncompleteList,
	refuseIncompleteList,
} from '../../../shared/node/properties/incompleteList';
import {
	isDerived,
	listAllControls,
	listAllScopes,
} from '../../../shared/service/api/scopedControls';

/** The lists of a run, each fetched at most once, when it is first asked for. */
export class Lists {
	private controlList: ControlDirectory | undefined;
	private scopeList: ScopeDirectory | undefined;

	/**
	 * @param item whose options count for the lists
	 * @param needsAssignments whether the list of controls must show what is assigned
	 */
	constructor(
		private readonly item: InputItem,
		private readonly needsAssignments: boolean,
	) {}

	/** @throws ServiceError or UserError when there is no list that can be used */
	async controls(): Promise<ControlDirectory> {
		// An assignment that was not returned would be removed.
		const onDoubt = this.needsAssignments ? refuseIncompleteList : this.onDoubt;
		this.controlList ??= new ControlDirectory(
			await listAllControls(this.item.client, this.needsAssignments, onDoubt),
		);
		return this.controlList;
	}

	/** @throws ServiceError or UserError when there is no list that can be used */
	async scopes(): Promise<ScopeDirectory> {
		this.scopeList ??= new ScopeDirectory(await listAllScopes(this.item.client, this.onDoubt));
		return this.scopeList;
	}

	private readonly onDoubt = (doubt: string) => checkIncompleteList(this.item, doubt);

	/** @returns the identifier of a control, if the list was fetched and no other control has it */
	identifierOf(controlId: string): string | undefined {
		const identifier = this.controlList?.get(controlId)?.controlIdentifier;
		if (typeof identifier !== 'string') return undefined;
		return this.controlList?.only(identifier) && identifier;
	}

	/** @returns the name of a scope, if the list was fetched */
	nameOf(scopeId: string): string | undefined {
		return this.scopeList?.get(scopeId)?.name;
	}
}

/** More candidates than this would not be read. */
const MOST_CANDIDATES = 10;

/** A scope that can be named in an input item. */
interface NamedScope {
	id: string;
	name: string;
	/** Names of all levels, such as `EMEA / Germany`. */
	path: string;
	isArchived: boolean;
}

/** The scopes of the service by id, path and name. */
export class ScopeDirectory {
	private readonly byId: Map<string, NamedScope>;
	private readonly byPath: NameIndex<NamedScope>;
	private readonly byName: NameIndex<NamedScope>;

	/** @param records scopes with an id and `pathNames` */
	constructor(records: IDataObject[]) {
		const scopes = records.map(({ id, name, pathNames, status }): NamedScope => {
			const path = Array.isArray(pathNames) ? pathNames.join(' / ') : String(name);
			return { id: String(id), name: String(name), path, isArchived: status === 'archived' };
		});
		this.byId = new Map(scopes.map((scope) => [idKey(scope.id), scope]));
		this.byPath = new NameIndex(scopes, ({ path }) => pathKey(path));
		this.byName = new NameIndex(scopes, ({ name }) => name);
	}

	get(id: string): NamedScope | undefined {
		return this.byId.get(idKey(id));
	}

	/** @returns the only scope with this name that is not archived */
	only(name: string): NamedScope | undefined {
		const [scope, ...others] = this.byName.exact(name).filter(({ isArchived }) => !isArchived);
		return others.length === 0 ? scope : undefined;
	}

	/**
	 * Finds the scope that an input item names.
	 *
	 * @param text an id, a path such as `EMEA / Germany`, or a name that only one scope has
	 * @throws UserError when there is none, it is archived, or there are several, which it lists
	 */
	find(text: string): NamedScope {
		const direct = this.get(text);
		if (direct) return direct;
		const atPath = this.byPath.find(pathKey(text));
		const all = atPath.length > 0 ? atPath : this.byName.find(text);
		const [scope, ...others] = all.filter(({ isArchived }) => !isArchived);
		if (scope && others.length === 0) return scope;
		if (scope) {
			throw ambiguous(`The name "${text}" matches ${countOf(others.length + 1, 'scope')}`, 'path', [
				scope.path,
				...others.map(({ path }) => path),
			]);
		}
		if (all.length > 0) {
			throw new UserError(`The scope "${text}" is archived`, {
				description: 'Reactivate the scope first, or remove it from the list.',
			});
		}
		throw new UserError(`There is no scope with the ID, path, or name "${text}"`, {
			description:
				'Check the spelling. A path has the names of all levels, from the top down, e.g. EMEA / Germany.',
		});
	}
}

/** The controls of the service, without those that are assignments, by id and identifier. */
export class ControlDirectory {
	private readonly byId: Map<string, IDataObject>;
	private readonly byIdentifier: NameIndex<IDataObject>;

	/** @param records as the service lists them; assignments among them are ignored */
	constructor(readonly records: IDataObject[]) {
		const controls = records.filter((control) => !isDerived(control));
		this.byId = new Map(controls.map((control) => [idKey(String(control.id)), control]));
		const identified = controls.filter((control) => typeof control.controlIdentifier === 'string');
		this.byIdentifier = new NameIndex(identified, (control) => String(control.controlIdentifier));
	}

	get(id: string): IDataObject | undefined {
		return this.byId.get(idKey(id));
	}

	/** @returns the only control with this identifier */
	only(identifier: string): IDataObject | undefined {
		const [control, ...others] = this.byIdentifier.exact(identifier);
		return others.length === 0 ? control : undefined;
	}

	/**
	 * Finds the control that an input item names.
	 *
	 * @returns its id
	 * @throws UserError when there is none, or there are several, which it lists
	 */
	find(identifier: string): string {
		const [control, ...others] = this.byIdentifier.find(identifier);
		if (control && others.length === 0) return String(control.id);
		if (control) {
			const all = [control, ...others].map(({ id, name }) => `${String(name)} (${String(id)})`);
			const count = countOf(all.length, 'control');
			throw ambiguous(`The identifier "${identifier}" matches ${count}`, 'ID', all);
		}
		throw new UserError(`There is no control with the identifier "${identifier}"`, {
			description:
				'Check the spelling, or select By ID in Control if the expression returns an ID.',
		});
	}
}

const sameName = nameFold(true);
const foldCase = nameFold(false);

/** Entries by a text; one that differs only in letter case counts where no text is the same. */
class NameIndex<Entry> {
	private readonly entries: Map<string, Entry[]>;
	private readonly folded: Map<string, Entry[]>;

	constructor(entries: Entry[], nameOf: (entry: Entry) => string) {
		this.entries = groupsOf(entries, (entry) => sameName(nameOf(entry)));
		this.folded = groupsOf(entries, (entry) => foldCase(nameOf(entry)));
	}

	exact(text: string): Entry[] {
		return this.entries.get(sameName(text)) ?? [];
	}

	find(text: string): Entry[] {
		const exact = this.exact(text);
		return exact.length > 0 ? exact : (this.folded.get(foldCase(text)) ?? []);
	}
}

/** Blanks around the separator do not matter. */
function pathKey(path: string): string {
	return path
		.split('/')
		.map((level) => level.trim())
		.join('/');
}

function ambiguous(message: string, instead: string, candidates: string[]): UserError {
	const shown = candidates.slice(0, MOST_CANDIDATES);
	const more = candidates.length - shown.length;
	return new UserError(message, {
		description: `Enter the ${instead} instead. Candidates: ${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`,
	});
}
