import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	IGetNodeParameterOptions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { isDataObject } from '../basics/values';
import { userError } from '../n8n/shownErrors';
import type { RequestLimits } from '../service/errors';
import { ServiceClient } from '../service/send';
import { numberOf, type ParameterSource, switchOf, tableOf, toText } from './parameters';
import {
	concurrentRequestsOption,
	limitField,
	maxWaitOption,
	returnAllField,
	SETTINGS,
	startAtField,
	timeoutOption,
} from './properties/fields';

/** One output item, before it is paired. */
export interface OutputRecord {
	json: IDataObject;
	binary?: IBinaryKeyData;
	/** Links to the execution of a sub-workflow. */
	metadata?: NonNullable<INodeExecutionData['metadata']>;
	/** Index of the output that it goes to, for nodes with several; the first by default. */
	output?: number;
}

/** An error of one or more input items. */
export interface FailedResult {
	/** Indexes of the input items that failed, counted from 0; empty when it was none of them. */
	items: number[];
	error: unknown;
	/** What the user should know in addition to the error: which batch it was, what was applied. */
	note?: string;
	/** Says what was done before, where another run does not do it again. */
	progressNote?: (done: number[], itemCount: number, failed: FailedResult) => string | undefined;
	/** Which row of the user's data an input item is, for its error. */
	source?: (itemIndex: number) => IDataObject;
	/** Output besides the error when the node is set to continue. */
	records?: OutputRecord[];
	/** What else had failed when this error stopped the node. */
	others?: FailedResult[];
}

/** What became of one or more input items. */
export type OperationResult =
	| {
			/** Indexes of the input items that this came from, counted from 0; empty when from none. */
			items: number[];
			records: OutputRecord[];
	  }
	| FailedResult;

/**
 * What a user picks in the Operation field: its parameters and what it does.
 *
 * `run` yields results as they come, so that a later failure cannot lose an earlier result. It
 * yields an error instead of throwing it wherever other items can continue.
 */
export interface Operation {
	properties: INodeProperties[];
	run: (context: IExecuteFunctions, itemCount: number) => AsyncIterable<OperationResult>;
}

/** What is to be done for one or more input items. */
export interface Task {
	/** Indexes of the input items, counted from 0. */
	items: number[];
	/** Names of the records that it changes. */
	records: string[];
	/** What it throws becomes the error of its items. */
	run: () => Promise<OperationResult[]>;
}

/** An input item as a batch operation has read it. */
export interface BatchEntry<Input> {
	itemIndex: number;
	input: Input;
}

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
		return {
			maxWaitMs: numberOf(this.options, maxWaitOption) * 1000,
			// Timers take whole milliseconds.
			timeoutMs: Math.round(numberOf(this.options, timeoutOption) * 1000),
		};
	}

	/**
	 * How many records of a list to read at most, those of Start At included; `Infinity` with Return All.
	 *
	 * @throws UserError when Limit is not a number of 1 or more
	 */
	get recordLimit(): number {
		if (this.switch(returnAllField)) return Infinity;
		return Math.floor(this.number(limitField)) + this.startAt;
	}

	/**
	 * How many records a list leaves out at its beginning: those that a model has already; 0 in a workflow.
	 *
	 * @throws UserError when Start At is not a number of 0 or more
	 */
	get startAt(): number {
		return Math.floor(this.number(startAtField));
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
		return toText(this.value(name, '', { extractValue: true }), label);
	}

	/** @throws UserError naming the field and the fix when it is empty */
	requiredText(name: string, label: string): string {
		const text = this.text(name, label);
		if (text !== '') return text;
		throw userError(
			`${label} is empty`,
			`Enter a value for ${label}. If it is an expression, it returned nothing for this item.`,
		);
	}

	/** @throws UserError naming the switch when it is neither true nor false */
	switch(field: INodeProperties): boolean {
		return switchOf({ [field.name]: this.value(field.name, '') }, field);
	}

	/** @throws UserError naming the field when it is not a number within its bounds */
	number(field: INodeProperties): number {
		return numberOf({ [field.name]: this.value(field.name, '') }, field);
	}
}

/** One input item of a run: its parameters, and a client for its calls. */
export class InputItem extends ItemParameters<IExecuteFunctions> {
	private ownClient: ServiceClient | undefined;

	constructor(context: IExecuteFunctions, index: number) {
		// Of a single item, each parameter is read once anyway.
		super(context, index, context.getInputData().length > 1 ? tableOf(context) : context);
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

/** @returns the options that a user has added, those of groups beside the others, which count if both have one */
function ungrouped(options: IDataObject): IDataObject {
	const ofGroups = Object.values(options).flatMap((value) =>
		isDataObject(value) && isDataObject(value[SETTINGS]) ? [value[SETTINGS]] : [],
	);
	return Object.assign({}, ...ofGroups, options);
}

/**
 * Lets all items of a run share what is read once.
 *
 * @returns a function that reads when the first item asks, also if that fails
 */
export function oncePerRun<T>(read: (item: InputItem) => Promise<T>) {
	const reads = new WeakMap<IExecuteFunctions, Promise<T>>();
	return async (item: InputItem): Promise<T> => {
		const result = reads.get(item.context) ?? read(item);
		reads.set(item.context, result);
		return await result;
	};
}
