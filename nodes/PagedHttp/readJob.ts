import type { IExecuteFunctions } from 'n8n-workflow';

import type { GrcCredential } from '../shared/auth/credential';
import { CREDENTIAL_NAME, readCredential } from '../shared/auth/credential';
import { readLimit } from '../shared/node/properties/limit';
import { InputItem } from '../shared/node/inputItem';
import { jsonValue } from '../shared/node/parameters';
import { isRecord } from '../shared/json';
import type { Limits, ValidatedDataset } from '../shared/paging';
import type { RequestLimits } from '../shared/service/call';
import { readDataset } from './readDataset';

/** Everything that one input item asks for. */
export interface Job extends ValidatedDataset {
	/** Absent when requests go out without one. */
	credential: GrcCredential | undefined;
	/** Address before relative URLs; `''` when there is none. */
	baseUrl: string;
	/** How long to be patient with each request. */
	patience: RequestLimits;
	/** How far and how fast to read. */
	limits: Limits;
	notFoundEndsPaging: boolean;
	/** Whether the pages before a failure are handed out. */
	keepsPages: boolean;
	/** As an earlier summary handed it out; `undefined` starts from the beginning. */
	resume: unknown;
}

/**
 * Reads the parameters of one input item.
 *
 * @throws DatasetError or UserError naming the field that does not fit
 */
export async function readJob(context: IExecuteFunctions, itemIndex: number): Promise<Job> {
	const isSignedIn = context.getNodeParameter('authentication', itemIndex) === CREDENTIAL_NAME;
	const credential = isSignedIn
		? readCredential(await context.getCredentials(CREDENTIAL_NAME, itemIndex))
		: undefined;
	const item = new InputItem(context, itemIndex);
	const { options } = item;
	const limits: Limits = { limit: readLimit(item) };
	for (const name of ['maxPages', 'prefetch', 'interval'] as const) {
		const value = options[name];
		// An expression may give a text.
		if (value !== undefined && value !== null && value !== '') limits[name] = Number(value);
	}
	return {
		...readDataset(context, itemIndex),
		credential,
		baseUrl: item.text('baseUrl', 'Base URL') || (credential?.baseUrl ?? ''),
		patience: item.limits,
		limits,
		notFoundEndsPaging: options.notFoundEndsPaging === true,
		keepsPages: options.onError === 'keep',
		resume: readResume(options.resume),
	};
}

function readResume(option: unknown): unknown {
	if (option === undefined || option === '') return undefined;
	const value = jsonValue(option, 'Resume');
	// A whole summary is as good as the object in it.
	return isRecord(value) && 'stopReason' in value && 'resume' in value ? value.resume : value;
}
