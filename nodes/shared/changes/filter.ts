import { absoluteUrl, blockedBy, withMembers, withQuery } from '../paging/request';
import type { Dataset } from '../paging/dataset/types';
import { DatasetError, excerpt } from '../paging/errors';
import { readPath } from '../paging/response/path';
import { isGraphql } from '../paging/schemes';
import { readMoment, sinceOf } from './moment';
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
	const since = sinceOf(cursor, overlap);
	const value = template === CHANGED_AT ? since : template.replaceAll(CHANGED_AT, String(since));
	const parameters = [[parameter, value]] as const;
	if (isGraphql(dataset)) {
		const { variables = {}, ...body } = dataset.body;
		return { ...dataset, body: { ...body, variables: withMembers(variables, parameters) } };
	}
	if (dataset.method === 'GET') return { ...dataset, url: withQuery(dataset.url, parameters) };
	return { ...dataset, body: withMembers(dataset.body, parameters) };
}

/**
 * The filter replaces a parameter of its name. What the parameter has filtered by until then must be
 * in the template, or later runs would read something else than the first one.
 *
 * @throws DatasetError when it is not
 */
export function checkFilter(
	dataset: Dataset,
	baseUrl: string,
	{ parameter, template }: ChangedAtFilter,
): void {
	const [place, values] = present(dataset, baseUrl, parameter);
	const lost = values.find((value) => !isInTemplate(value, template));
	if (lost === undefined) return;
	const whole = template === CHANGED_AT ? `modified ge ${CHANGED_AT}` : template;
	throw new DatasetError(
		'changedAtParameter',
		`${parameter}, which is the Changed-At Parameter, is already in the ${place}. New and Changed would replace its value ${excerpt(lost)}.`,
		`Write the whole filter into Changed-At Value under Options > Changes, such as type eq 'vendor' and ${whole}. The part that the ${place} has must be in it as it is there.`,
	);
}

/** @returns where the filter's parameter is, and the values that it would replace */
function present(dataset: Dataset, baseUrl: string, parameter: string): [string, unknown[]] {
	if (dataset.method === 'GET') {
		const { searchParams } = new URL(absoluteUrl(dataset.url, baseUrl));
		return ['URL', searchParams.getAll(parameter)];
	}
	const isOfQuery = isGraphql(dataset);
	const body = isOfQuery ? dataset.body.variables : dataset.body;
	// What is in the way of a nested member would be replaced, too.
	const found = body && readPath(blockedBy(body, parameter) ?? parameter, { body });
	return [isOfQuery ? 'GraphQL variables' : 'body', found === undefined ? [] : [found]];
}

/** A moment in its place is where the user wants the first run to start. */
function isInTemplate(value: unknown, template: string): boolean {
	if (typeof value === 'object') return false;
	const text = String(value);
	const parts = template.split(CHANGED_AT);
	const rest = parts.reduce((left, part) => left.replace(part, ''), text);
	return rest === '' || readMoment(rest) !== undefined || parts.some((part) => part.includes(text));
}
