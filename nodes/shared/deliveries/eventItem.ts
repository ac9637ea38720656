import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/**
 * What a webhook gives to the run that it starts, besides the data: n8n stores the whole item with the
 * execution, so another process, which runs it, has it too. {@link split} takes it away.
 */
const EVENT_KEY = 'eventKey';

/** Marks an item that says why a delivery was rejected. */
const IS_REJECTION = 'isRejection';

/** @returns the item of an event; not by `returnJsonArray`, which takes an event with a member "json" for an item */
export function eventItem(json: IDataObject, eventKey: string): INodeExecutionData {
	return { json, [EVENT_KEY]: eventKey };
}

/** @returns the item of a rejected delivery */
export function rejectionItem(json: IDataObject): INodeExecutionData {
	return { json, [IS_REJECTION]: 'yes' };
}

/** @returns the keys of the events that a run was started with, see `deliveryKey` */
export function keysOf(items: readonly INodeExecutionData[]): string[] {
	return items.flatMap(({ [EVENT_KEY]: key }) => (typeof key === 'string' ? key : []));
}

/** @returns the items of events, and those of rejected deliveries, each as the workflow gets them */
export function split(
	items: readonly INodeExecutionData[],
): [events: INodeExecutionData[], rejections: INodeExecutionData[]] {
	const plain = ({ [EVENT_KEY]: _, [IS_REJECTION]: __, ...item }: INodeExecutionData) => item;
	return [
		items.filter((item) => item[IS_REJECTION] === undefined).map(plain),
		items.filter((item) => item[IS_REJECTION] !== undefined).map(plain),
	];
}
