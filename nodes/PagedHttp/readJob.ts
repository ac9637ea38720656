import type { IExecuteFunctions } from 'n8n-workflow';

import type { GrcCredential } from '../shared/auth/credential';
import { CREDENTIAL_NAME, readCredential } from '../shared/auth/credential';
import { readLimit } from '../shared/node/properties/limit';
import { collectionParameter, jsonValue, textParameter } from '../shared/node/parameters';
import { readLimits } from '../shared/node/properties/options';
import { isRecord } from '../shared/json';
import type { Limits, ValidatedDataset } from '../shared/paging';
import type { RequestLimits } from '../shared/service/request';
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
	const options = collectionParameter(context, 'options', itemIndex);
	const limits: Limits = { limit: readLimit(context, itemIndex) };
	for (const name of ['maxPages', 'prefetch', 'interval'] as const) {
		const value = options[name];
		// An expression may give a text.
		if (value !== undefined && value !== null && value !== '') limits[name] = Number(value);
	}
	return {
		...readDataset(context, itemIndex),
		credential,
		baseUrl:
			textParameter(context, 'baseUrl', 'Base URL', itemIndex) || (credential?.baseUrl ?? ''),
		patience: readLimits(context, itemIndex),
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
