import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { ServiceClient } from '../service/client';
import { numberOf } from './coerce';
import { tableOf } from './columns';
import { ItemParameters } from './itemParameters';
import { concurrentRequestsOption } from './properties/requests';

/** One input item of a run: its parameters, and a client for its calls. */
export class InputItem extends ItemParameters<IExecuteFunctions> {
	private ownClient: ServiceClient | undefined;

	constructor(context: IExecuteFunctions, index: number) {
		super(context, index, tableOf(context));
	}

	/** The item's own data. */
	get json(): IDataObject {
		return this.context.getInputData()[this.index]?.json ?? {};
	}

	/**
	 * How many requests may be in progress at once; that of the first item counts for all items together.
	 *
	 * @throws UserError when it is not a number from 1 to 32
	 */
	get concurrentRequests(): number {
		return Math.floor(numberOf(this.options, concurrentRequestsOption));
	}

	/**
	 * A client whose errors name this item and whose calls keep to its limits.
	 *
	 * @throws UserError when the limits are not usable numbers
	 */
	get client(): ServiceClient {
		return (this.ownClient ??= this.clientFor(this.index));
	}

	/** {@link client}, but for errors that name another item: where the options of this one count for all. */
	clientFor(index: number): ServiceClient {
		return new ServiceClient(this.context, this.requestLimits, index);
	}
}
