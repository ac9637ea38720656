import type { IDataObject } from 'n8n-workflow';

import { shorten } from '../../../shared/basics/shorten';
import { linesOf, rewrite } from '../../../shared/n8n/nodeErrors';
import { ServiceError } from '../../../shared/service/serviceError';
import type { KnownFields } from './knownFields';

/** Statuses of a body that the service does not accept. */
const REFUSED_BODY: readonly unknown[] = [400, 422];

/**
 * Adds to the error of a refused vendor what looks wrong about its fields: the service does not say what a
 * field that it refuses may have meant.
 *
 * @param error stays as it is when it is not about the body
 * @param body that was sent
 * @param known called only for an error that is
 */
export function adviseAboutFields(
	error: unknown,
	body: IDataObject,
	known: () => KnownFields,
): void {
	if (!(error instanceof ServiceError) || !REFUSED_BODY.includes(error.details.httpStatus)) return;
	const why = known()
		.warnings(body, false, error.message)
		.map((text) => shorten(text));
	if (why.length === 0)
		why.push(
			'If your service does not accept a field, do not send it. With From Input Item, list it in Fields to Exclude under Options.',
		);
	rewrite(error, { message: error.message, description: [...why, ...(linesOf(error) ?? [])] });
}
