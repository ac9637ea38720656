import { withMembers } from '../paging/body';
import type { Dataset } from '../paging/dataset/types';
import { withQuery } from '../paging/request';
import { isGraphql } from '../paging/schemes';
import { before } from './moment';
import type { Moment } from './types';

/** Where the changed-at value goes in the template of the filter's value. */
export const CHANGED_AT = '{changedAt}';

/** How the API filters by the moment of the last change. */
export interface ChangedAtFilter {
	/** Name of a query parameter; with POST, of a member of the body, with GraphQL, of a variable. */
	parameter: string;
	/** The parameter's value, in which {@link CHANGED_AT} stands for the moment. */
	template: string;
	/** Seconds before the cursor that are read again. */
	overlap: number;
}

/**
 * Limits a dataset to what changed since the cursor, less the overlap.
 *
 * @param cursor of the state; without one, everything is read
 */
export function filterDataset(
	dataset: Dataset,
	cursor: Moment | undefined,
	{ parameter, template, overlap }: ChangedAtFilter,
): Dataset {
	if (cursor === undefined) return dataset;
	const since = before(cursor, overlap);
	const value = template === CHANGED_AT ? since : template.replaceAll(CHANGED_AT, String(since));
	const parameters = [[parameter, value]] as const;
	if (isGraphql(dataset)) {
		const { variables = {}, ...body } = dataset.body;
		return { ...dataset, body: { ...body, variables: withMembers(variables, parameters) } };
	}
	if (dataset.method === 'GET') return { ...dataset, url: withQuery(dataset.url, parameters) };
	return { ...dataset, body: withMembers(dataset.body, parameters) };
}
