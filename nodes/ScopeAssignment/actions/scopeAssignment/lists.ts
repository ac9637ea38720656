import type { InputItem } from '../../../shared/node/inputItem';
import {
	checkIncompleteList,
	refuseIncompleteList,
} from '../../../shared/node/properties/incompleteList';
import { listAllControls } from '../../../shared/service/api/controls';
import { listAllScopes } from '../../../shared/service/api/scopes';
import { ControlDirectory, ScopeDirectory } from './directory';

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
