import type { IDataObject } from 'n8n-workflow';

import { groupsOf } from '../basics/lists';
import { countOf } from '../basics/countOf';
import { didYouMean } from '../basics/misspelling';
import { userError } from '../n8n/nodeErrors';
import { pathOf } from '../node/properties/locators';
import { isDerived } from '../service/api/controls';
import { foldCase, type Named, NamedIndex, sameName } from './namedIndex';

/** A scope or a control of the service. */
export interface Listed extends Named {
	/** Names of all levels of a scope, such as `EMEA / Germany`; the identifier of a control. */
	path: string;
	/** As it is shown among others with the same name. */
	label: string;
	/** The name of a control, which is not unique. */
	title?: string;
	/** Why nothing should be assigned to it any more. */
	warning?: string;
}

/** @returns a scope of the service, found by its ID, its path, or its name */
export function toScope(scope: IDataObject): Listed {
	const path = pathOf(scope);
	const isArchived = scope.status === 'archived';
	return { id: String(scope.id), name: String(scope.name), path, label: path, isArchived };
}

/** @returns a control of the service, found by its ID or its identifier; nothing for an assignment */
export function toControl(control: IDataObject): Listed | [] {
	if (isDerived(control)) return [];
	const { id, name, controlIdentifier: identifier, status } = control;
	const path = typeof identifier === 'string' ? identifier : '';
	const isOver = typeof status === 'string' && OVER.has(status.toLowerCase());
	return {
		...{ id: String(id), name: path, path, label: `${String(name)} (${String(id)})` },
		title: String(name ?? ''),
		...(isOver && { warning: `The status of this control is "${status}".` }),
	};
}

/** The specification names no status of a control; these are those of one that is not in use any more. */
const OVER = new Set(['archived', 'deprecated', 'inactive', 'retired']);

/** What the things in a directory are called. */
export const SCOPE_WORDS = {
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

/** {@link SCOPE_WORDS} of controls. */
export const CONTROL_WORDS: typeof SCOPE_WORDS = {
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
	/** Those that are not archived, in the order of the list. */
	readonly usable: readonly Listed[];
	/** Paths come before names, and the same letter case before another one. */
	private readonly finders: Array<(text: string) => Listed[]>;

	constructor(
		readonly records: IDataObject[],
		toEntry: (record: IDataObject) => Listed | [],
		private readonly words: typeof SCOPE_WORDS,
	) {
		const entries = records.flatMap(toEntry);
		super(entries);
		this.usable = entries.filter(({ isArchived }) => !isArchived);
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
	 * @returns those that a text may mean, archived ones too: the one with the ID, else those with the path, else
	 *   those with the name, in the same letter case if there are any
	 */
	matches(text: string): Listed[] {
		const direct = this.get(text);
		if (direct) return [direct];
		return this.finders.map((find) => find(text)).find(({ length }) => length > 0) ?? [];
	}

	/**
	 * Finds the one that an input item names.
	 *
	 * @param title what the error calls the text
	 * @throws UserError when there is none, it is archived, or there are several, which it lists
	 */
	find(text: string, title = this.words.name): Listed {
		const { noun, names, instead, advice } = this.words;
		const all = this.matches(text);
		const usable = all.filter(({ isArchived }) => !isArchived);
		const [entry, ...others] = usable;
		if (entry && others.length === 0) return entry;
		if (entry) {
			const shown = usable.slice(0, MOST_CANDIDATES).map(({ label }) => label);
			if (usable.length > shown.length) shown.push(`and ${usable.length - shown.length} more`);
			throw userError(
				`The ${title} "${text}" matches ${countOf(usable.length, noun)}`,
				`Enter the ${instead} instead. Candidates: ${shown.join(', ')}.`,
			);
		}
		if (all.length > 0) {
			throw userError(
				`The ${noun} "${text}" is archived`,
				`Reactivate the ${noun} first, or remove it from the list.`,
			);
		}
		const meant = this.similarTo(text);
		const guess = meant === undefined ? '' : `.${didYouMean(meant)}`;
		throw userError(`There is no ${noun} with the ${names} "${text}"${guess}`, advice);
	}
}

/** Blanks around the separator of a path do not matter. */
function withoutBlanks(path: string): string {
	return path
		.split('/')
		.map((level) => level.trim())
		.join('/');
}
