import type { INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../../shared/basics/guards';

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
