import type { IDataObject, IGetNodeParameterOptions, INodeProperties } from 'n8n-workflow';

import { isDataObject } from '../basics/guards';
import { SETTINGS } from '../forms/groups';
import { userError } from '../n8n/nodeErrors';
import type { RequestLimits } from '../service/call';
import { numberOf, switchOf, toText } from './coerce';
import type { ParameterSource } from './columns';
import { limitField, returnAllField, startAtField } from './properties/returnedRecords';
import { maxWaitOption, timeoutOption } from './properties/requests';

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

/** @returns the options that a user has added, those of groups beside the others, which count if both have one */
function ungrouped(options: IDataObject): IDataObject {
	const ofGroups = Object.values(options).flatMap((value) =>
		isDataObject(value) && isDataObject(value[SETTINGS]) ? [value[SETTINGS]] : [],
	);
	return Object.assign({}, ...ofGroups, options);
}
