import type { IGetNodeParameterOptions } from 'n8n-workflow';

/** The part of an n8n context that parameters are read from. */
export interface ParameterSource {
	getNodeParameter(
		name: string,
		itemIndex: number,
		fallback?: unknown,
		options?: IGetNodeParameterOptions,
	): unknown;
}
