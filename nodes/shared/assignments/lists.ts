import type { IDataObject } from 'n8n-workflow';

import { checkIncompleteList, refuseIncompleteList } from '../node/incompleteList';
import type { InputItem } from '../node/inputItem';
import { listControls } from '../service/api/controls';
import { listAllScopes } from '../service/api/scopes';
import { complete } from '../service/recordList';
import { CONTROL_WORDS, Directory, SCOPE_WORDS, toControl, toScope } from './directory';
import { PresentAssignments } from './presentAssignments';

/** The lists of a run, each fetched at most once, when it is first asked for. */
export class Lists {
	private readonly read: { controls?: ListedControls; scopes?: Directory } = {};

	/**
	 * @param item whose options count for the lists
	 * @param scopes where they were fetched already
	 */
	constructor(
		private readonly item: InputItem,
		scopes?: IDataObject[],
	) {
		if (scopes) this.read.scopes = directoryOf(scopes);
	}

	/** @throws ServiceError or UserError when there is no list that can be used */
	async controls(): Promise<Directory> {
		const { directory, doubt } = await this.readControls();
		if (doubt !== undefined) checkIncompleteList(this.item, doubt);
		return directory;
	}

	/** @throws ServiceError or UserError when there is no list that can be used */
	async scopes(): Promise<Directory> {
		return (this.read.scopes ??= directoryOf(
			await listAllScopes(this.item.client, (doubt) => checkIncompleteList(this.item, doubt)),
		));
	}

	/**
	 * @param assumesNone as in {@link PresentAssignments}
	 * @throws ServiceError or UserError when the lists do not show what is assigned, or not all of it
	 */
	async assignments(assumesNone = false): Promise<PresentAssignments> {
		const { directory, doubt } = await this.readControls();
		// An assignment that was not returned would be removed.
		if (doubt !== undefined) refuseIncompleteList(doubt);
		return new PresentAssignments(directory, await this.scopes(), { assumesNone });
	}

	/** @returns the entry of a scope or a control, if the list was fetched */
	known(list: 'controls' | 'scopes', id: string): ReturnType<Directory['get']> {
		const { controls, scopes } = this.read;
		return (list === 'controls' ? controls?.directory : scopes)?.get(id);
	}

	private async readControls(): Promise<ListedControls> {
		return (this.read.controls ??= await listExpanded(this.item));
	}
}

function directoryOf(scopes: IDataObject[]): Directory {
	return new Directory(scopes, toScope, SCOPE_WORDS);
}

interface ListedControls {
	directory: Directory;
	/** Why these may not be all. */
	doubt?: string;
}

async function listExpanded({ client }: InputItem): Promise<ListedControls> {
	const list = await listControls(client, { expandScopes: true });
	let doubt: string | undefined;
	const { records } = complete(
		list,
		(why) => (doubt = why),
		'controls',
		'GRC Control > Get Many: it must have all controls, each with an id.',
	);
	const directory = new Directory(records, toControl, CONTROL_WORDS);
	return { directory, ...(doubt !== undefined && { doubt }) };
}
