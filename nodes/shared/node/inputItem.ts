import type { IDataObject, IExecuteFunctions, IGetNodeParameterOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { isDataObject } from '../basics/values';
import type { RequestLimits } from '../service/call';
import { DEFAULT_LIMITS } from '../service/call';
import { ServiceClient } from '../service/send';
import type { ParameterSource } from './parameters';
import { toBoolean, toNumber, toText } from './parameters';
import { CONCURRENT_REQUESTS, SETTINGS } from './properties/options';
import { DEFAULT_RECORD_LIMIT } from './properties/limit';

/** The parameters of a node, for one input item. */
export class ItemParameters<Context extends ParameterSource = ParameterSource> {
	private ownOptions: IDataObject | undefined;

	/**
	 * @param context the n8n context that the node runs in
	 * @param index of the item, counted from 0
	 * @param parameters where they are read from; the context by default
	 */
	constructor(
		readonly context: Context,
		readonly index: number,
		private readonly parameters: ParameterSource = context,
	) {}

	/** The Options that the user added, read once: an expression may have another value the next time. */
	get options(): IDataObject {
		return (this.ownOptions ??= ungrouped(this.collection('options')));
	}

	/**
	 * Max Wait and Timeout of the item's Options, or their defaults.
	 *
	 * @throws UserError naming the field when one of them is not a usable number
	 */
	get requestLimits(): RequestLimits {
		const { maxWait, timeout } = this.options;
		const { maxWaitMs, timeoutMs } = DEFAULT_LIMITS;
		return {
			maxWaitMs: toNumber(maxWait, 'Max Wait', { fallback: maxWaitMs / 1000, min: 0 }) * 1000,
			// Timers take whole milliseconds, up to 24 days.
			timeoutMs: Math.round(
				toNumber(timeout, 'Timeout', { fallback: timeoutMs / 1000, min: 0.1, max: 2_147_483 }) *
					1000,
			),
		};
	}

	/**
	 * How many records of a list to read at most, those of Start At included; `Infinity` with Return All.
	 *
	 * @throws UserError when Limit is not a number of 1 or more
	 */
	get recordLimit(): number {
		if (this.boolean('returnAll', 'Return All')) return Infinity;
		const options = { fallback: DEFAULT_RECORD_LIMIT, min: 1 };
		return Math.floor(toNumber(this.value('limit', ''), 'Limit', options)) + this.startAt;
	}

	/**
	 * How many records a list leaves out at its beginning: those that a model has already; 0 in a workflow.
	 *
	 * @throws UserError when Start At is not a number of 0 or more
	 */
	get startAt(): number {
		return Math.floor(toNumber(this.value('startAt', ''), 'Start At', { fallback: 0, min: 0 }));
	}

	/**
	 * @param name the parameter's name; a dotted name reaches into a collection
	 * @returns the value as n8n returns it; `fallback` when it is not set
	 */
	value(
		name: string,
		fallback?: string | IDataObject | [],
		options?: IGetNodeParameterOptions,
	): unknown {
		return this.parameters.getNodeParameter(name, this.index, fallback, options);
	}

	/** @returns a collection such as Additional Fields: only the members the user added */
	collection(name: string): IDataObject {
		const value = this.value(name, {});
		return isDataObject(value) ? value : {};
	}

	/**
	 * @param label the field's name as the user sees it
	 * @returns trimmed; `''` when it is not set or an expression returned nothing
	 * @throws UserError naming the field when an expression returned an object or an array
	 */
	text(name: string, label: string): string {
		const options = { extractValue: true };
		return toText(this.parameters.getNodeParameter(name, this.index, '', options), label);
	}

	/** @throws UserError naming the field and the fix when it is empty */
	requiredText(name: string, label: string): string {
		const text = this.text(name, label);
		if (text !== '') return text;
		throw new UserError(`${label} is empty`, {
			description: `Enter a value for ${label}. If it is an expression, it returned nothing for this item.`,
		});
	}

	/** @throws UserError naming the switch when it is neither true nor false */
	boolean(name: string, label: string, fallback = false): boolean {
		return toBoolean(this.value(name, ''), label, fallback);
	}
}

/** One input item of a run: its parameters, and a client for its calls. */
export class InputItem extends ItemParameters<IExecuteFunctions> {
	private ownClient: ServiceClient | undefined;

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
		const { concurrentRequests } = this.options;
		return Math.floor(toNumber(concurrentRequests, 'Concurrent Requests', CONCURRENT_REQUESTS));
	}

	/**
	 * Input items per request; that of the first item counts for all items together.
	 *
	 * @throws UserError when it is not a number of 1 or more
	 */
	batchSize(defaultSize: number): number {
		const { batchSize } = this.options;
		return Math.floor(toNumber(batchSize, 'Batch Size', { fallback: defaultSize, min: 1 }));
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

/** @returns the options that a user has added, those of groups beside the others, which count if both have one */
function ungrouped(options: IDataObject): IDataObject {
	const ofGroups = Object.values(options).flatMap((value) =>
		isDataObject(value) && isDataObject(value[SETTINGS]) ? [value[SETTINGS]] : [],
	);
	return Object.assign({}, ...ofGroups, options);
}
