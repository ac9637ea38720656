import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

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

/** A record that was written. */
export interface WrittenRecord {
	/** For a person, such as `created "Acme" (v-1)`. */
	text: string;
	/** What its row says besides the fields of the record: what was there before, and what was lost. */
	evidence: IDataObject;
}

/** The output of one or more input items. */
export interface DoneResult {
	/** Indexes of the input items that this came from, counted from 0; empty when from none. */
	items: number[];
	records: OutputRecord[];
	/** What was written, for the error of a run that stops later. */
	written?: WrittenRecord;
}

/** What became of one or more input items. */
export type OperationResult = DoneResult | FailedResult;

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
export interface Task<Result extends object = DoneResult> {
	/** Indexes of the input items, counted from 0. */
	items: number[];
	/** Names of the records that it changes. */
	records: string[];
	/** What it throws becomes the error of its items. */
	run: () => Promise<Array<Result | FailedResult>>;
}

/** An input item as a batch operation has read it. */
export interface BatchEntry<Input> {
	itemIndex: number;
	input: Input;
}
