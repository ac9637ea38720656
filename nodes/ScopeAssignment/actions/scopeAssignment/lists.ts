import { checkIncompleteList, refuseIncompleteList } from '../../../shared/node/incompleteList';
import type { InputItem } from '../../../shared/node/inputItem';
import { listAllControls } from '../../../shared/service/api/controls';
import { listAllScopes } from '../../../shared/service/api/scopes';
import { CONTROL_WORDS, Directory, SCOPE_WORDS, toControl, toScope } from './directory';

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
