import type { INodeExecutionData, ITaskData } from 'n8n-workflow';

import { isObject } from '../../shared/basics/guards';
import type { WorkflowNode } from '../../shared/n8n/workflowNodes';

/** What an item of an error has, and no other member. */
const ERROR_MEMBER = /^(error|message|details)$/;

/**
 * @returns whether it is an item of an error, as n8n's editor recognizes it:
 *   `{ "error": "Bad request", "message": "…" }`, without other members
 */
export function isErrorItem({ json, error }: INodeExecutionData): boolean {
	const names = Object.keys(json);
	return Boolean(error ?? (json.error && names.every((name) => ERROR_MEMBER.test(name))));
}

/**
 * @returns whether a node that is set to continue says with this item that it failed. Some of n8n's
 *   nodes do it in a way of their own:
 *
 *       { "error": undefined }
 *       { "error": "Bad request", "description": "…", "httpCode": "400", "fields": [] }
 */
export function saysItFailed({ json }: INodeExecutionData): boolean {
	if (!Object.hasOwn(json, 'error')) return false;
	const { error } = json;
	if (isObject(error)) return Object.keys(error).length > 0;
	return error === undefined || Boolean(error);
}

/** @returns whether the workflow goes on when the node fails */
export function continues({ onError, continueOnFail }: WorkflowNode): boolean {
	return (onError ?? (continueOnFail ? 'continueRegularOutput' : '')).startsWith('continue');
}

/** @returns the number of the output to which n8n sends errors, which is the last of several; -1 when there is none */
export function errorOutputOf({ onError }: WorkflowNode, { data }: ITaskData): number {
	const last = (data?.main?.length ?? 0) - 1;
	return onError === 'continueErrorOutput' && last > 0 ? last : -1;
}
