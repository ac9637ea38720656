import { excerpt } from '../basics/excerpt';
import { isGraphql } from '../paging/dataset/graphql';
import type { Dataset } from '../paging/dataset/types';
import { DatasetError } from '../paging/pagingErrors';
import { readPath } from '../paging/path';
import { blockedBy, withMembers } from '../paging/bodyMembers';
import { absoluteUrl, withQuery } from '../paging/url';
import { type Moment, readMoment, sinceOf } from './moment';

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
	const lost = present(dataset, baseUrl, parameter).find((value) => !isInTemplate(value, template));
	if (lost === undefined) return;
	const whole = template === CHANGED_AT ? `modified ge ${CHANGED_AT}` : template;
	throw new DatasetError(
		'changedAtParameter',
		`${parameter}, which is the Changed-At Parameter, is already in the request. Its value ${excerpt(lost)} would be replaced.`,
		`Write the whole filter into Changed-At Value under Options > Changes, such as type eq 'vendor' and ${whole}. It must include the current value of the parameter, unchanged.`,
	);
}

/** @returns the values that the filter's parameter has, and would replace */
function present(dataset: Dataset, baseUrl: string, parameter: string): unknown[] {
	if (dataset.method === 'GET')
		return new URL(absoluteUrl(dataset.url, baseUrl)).searchParams.getAll(parameter);
	const body = isGraphql(dataset) ? dataset.body.variables : dataset.body;
	// What is in the way of a nested member would be replaced, too.
	const found = body && readPath(blockedBy(body, parameter) ?? parameter, { body });
	return found === undefined ? [] : [found];
}

/**
 * A value that is a moment is where the user wants the first run to start, and may be replaced.
 *
 * @param value that the parameter has by now
 * @returns whether the template says the same, so that nothing is lost
 */
function isInTemplate(value: unknown, template: string): boolean {
	if (typeof value === 'object') return false;
	const text = String(value);
	const parts = template.split(CHANGED_AT);
	const rest = parts.reduce((left, part) => left.replace(part, ''), text);
	return rest === '' || readMoment(rest) !== undefined || parts.some((part) => part.includes(text));
}
