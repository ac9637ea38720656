import type { IDataObject } from 'n8n-workflow';

import { countOf, groupsOf, idKey, nameFold } from '../../../shared/basics/values';
import type { InputItem } from '../../../shared/node/operation';
import { checkIncompleteList, refuseIncompleteList } from '../../../shared/node/dryRun';
import { pathOf } from '../../../shared/node/properties/locators';
import { textsIn } from '../../../shared/service/api/answers';
import {
	isDerived,
	listAllControls,
	listAllScopes,
} from '../../../shared/service/api/scopedControls';
import { userError } from '../../../shared/service/errors';

/** The lists of a run, each fetched at most once, when it is first asked for. */
export class Lists {
	private readonly read: { controls?: Directory; scopes?: Directory } = {};

	/**
	 * @param item whose options count for the lists
	 * @param needsAssignments whether the list of controls must show what is assigned
	 */
	constructor(
		private readonly item: InputItem,
		private readonly needsAssignments: boolean,
	) {}

	/** @throws ServiceError or UserError when there is no list that can be used */
	async controls(): Promise<Directory> {
		// An assignment that was not returned would be removed.
		const onDoubt = this.needsAssignments ? refuseIncompleteList : this.onDoubt;
		return (this.read.controls ??= new Directory(
			await listAllControls(this.item.client, this.needsAssignments, onDoubt),
			toControl,
			CONTROL_WORDS,
		));
	}

	/** @throws ServiceError or UserError when there is no list that can be used */
	async scopes(): Promise<Directory> {
		return (this.read.scopes ??= new Directory(
			await listAllScopes(this.item.client, this.onDoubt),
			toScope,
			SCOPE_WORDS,
		));
	}

	private readonly onDoubt = (doubt: string) => checkIncompleteList(this.item, doubt);

	/** @returns the name of a scope, or the identifier of a control, if the list was fetched */
	nameOf(list: 'controls' | 'scopes', id: string): string {
		return this.read[list]?.get(id)?.name ?? '';
	}
}

/** A scope or a control. */
export interface Named {
	id: string;
	/** Name of a scope, identifier of a control; `''` when it has none or it is not known. */
	name: string;
	isArchived?: boolean;
}

/** Scopes or controls by id and by name. */
export class NamedIndex<Entry extends Named> {
	private readonly byId: Map<string, Entry>;
	private readonly byName: Map<string, Entry[]>;

	constructor(entries: Entry[]) {
		this.byId = new Map(entries.map((entry) => [idKey(entry.id), entry]));
		const usable = entries.filter(({ name, isArchived }) => name !== '' && !isArchived);
		this.byName = groupsOf(usable, ({ name }) => sameName(name));
	}

	get(id: string): Entry | undefined {
		return this.byId.get(idKey(id));
	}

	/** @returns the only one with this name that is not archived */
	only(name: string): Entry | undefined {
		const [entry, ...others] = this.byName.get(sameName(name)) ?? [];
		return others.length === 0 ? entry : undefined;
	}

	/** @returns those whose id or only name is among the texts */
	among(texts: Iterable<string>): Entry[] {
		return [...texts].flatMap((text) => this.get(text) ?? this.only(text) ?? []);
	}

	/** @returns the one that a record has the id of, in any field, or else the only one with the name */
	meantBy(record: IDataObject, name: unknown): Entry | undefined {
		const byId = [...new Set(textsIn(record).flatMap((text) => this.get(text) ?? []))];
		if (byId.length === 0) return this.only(String(name));
		const named = byId.filter((entry) => byId.length === 1 || entry.name === name);
		return named.length === 1 ? named[0] : undefined;
	}
}

const sameName = nameFold(false);
const foldCase = nameFold(true);

/** A scope or a control of the service. */
interface Listed extends Named {
	/** Names of all levels of a scope, such as `EMEA / Germany`; the identifier of a control. */
	path: string;
	/** As it is shown among others with the same name. */
	label: string;
}

function toScope(scope: IDataObject): Listed {
	const path = pathOf(scope);
	const isArchived = scope.status === 'archived';
	return { id: String(scope.id), name: String(scope.name), path, label: path, isArchived };
}

/** @returns nothing for an assignment */
function toControl(control: IDataObject): Listed | [] {
	if (isDerived(control)) return [];
	const { id, name, controlIdentifier: identifier } = control;
	const path = typeof identifier === 'string' ? identifier : '';
	return { id: String(id), name: path, path, label: `${String(name)} (${String(id)})` };
}

/** What the things in a directory are called. */
const SCOPE_WORDS = {
	noun: 'scope',
	name: 'name',
	/** Everything that one can be found by. */
	names: 'ID, path, or name',
	/** What to enter where a name is not unique. */
	instead: 'path',
	/** What to do where nothing is found. */
	advice:
		'Check the spelling. A path has the names of all levels, from the top down, e.g. EMEA / Germany.',
};

const CONTROL_WORDS: typeof SCOPE_WORDS = {
	noun: 'control',
	name: 'identifier',
	names: 'ID or identifier',
	instead: 'ID',
	advice: 'Check the spelling. Use GRC Control > Get Many to see the IDs and identifiers.',
};

/** More candidates than this would not be read. */
const MOST_CANDIDATES = 10;

/** The scopes or the controls of the service, by everything that a user may write for one of them. */
export class Directory extends NamedIndex<Listed> {
	/** Paths come before names, and the same letter case before another one. */
	private readonly finders: Array<(text: string) => Listed[]>;

	constructor(
		readonly records: IDataObject[],
		toEntry: (record: IDataObject) => Listed | [],
		private readonly words: typeof SCOPE_WORDS,
	) {
		const entries = records.flatMap(toEntry);
		super(entries);
		const texts = [({ path }: Listed) => path, ({ name }: Listed) => name];
		this.finders = texts.flatMap((textOf) =>
			[sameName, foldCase].map((fold) => {
				const keyOf = (text: string) => fold(withoutBlanks(text));
				const groups = groupsOf(entries, (entry) => keyOf(textOf(entry)));
				return (text: string) => groups.get(keyOf(text)) ?? [];
			}),
		);
	}

	/**
	 * Finds the one that an input item names.
	 *
	 * @throws UserError when there is none, it is archived, or there are several, which it lists
	 */
	find(text: string): Listed {
		const { noun, name, names, instead, advice } = this.words;
		const direct = this.get(text);
		if (direct) return direct;
		const all = this.finders.map((find) => find(text)).find(({ length }) => length > 0) ?? [];
		const usable = all.filter(({ isArchived }) => !isArchived);
		const [entry, ...others] = usable;
		if (entry && others.length === 0) return entry;
		if (entry) {
			const shown = usable.slice(0, MOST_CANDIDATES).map(({ label }) => label);
			if (usable.length > shown.length) shown.push(`and ${usable.length - shown.length} more`);
			throw userError(
				`The ${name} "${text}" matches ${countOf(usable.length, noun)}`,
				`Enter the ${instead} instead. Candidates: ${shown.join(', ')}.`,
			);
		}
		if (all.length > 0) {
			throw userError(
				`The ${noun} "${text}" is archived`,
				`Reactivate the ${noun} first, or remove it from the list.`,
			);
		}
		throw userError(`There is no ${noun} with the ${names} "${text}"`, advice);
	}
}

/** Blanks around the separator of a path do not matter. */
function withoutBlanks(path: string): string {
	return path
		.split('/')
		.map((level) => level.trim())
		.join('/');
}
