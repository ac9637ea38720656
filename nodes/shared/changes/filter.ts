import { blockedBy, withMembers, withQuery } from '../paging/request';
import type { Dataset } from '../paging/dataset/types';
import { DatasetError, excerpt } from '../paging/errors';
import { readPath } from '../paging/response/path';
import { isGraphql } from '../paging/schemes';
import type { JsonObject } from '../paging/types';
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
	const { place, values } = present(dataset, baseUrl, parameter);
	const lost = values.find((value) => !isInTemplate(value, template));
	if (lost === undefined) return;
	const whole = template === CHANGED_AT ? `modified ge ${CHANGED_AT}` : template;
	throw new DatasetError(
		'changedAtParameter',
		`${parameter}, which is the Changed-At Parameter, is already in the ${place}. New and Changed would replace its value ${excerpt(lost)}.`,
		`Write the whole filter into Changed-At Value under Options > Changes, such as type eq 'vendor' and ${whole}. The part that the ${place} has must be in it as it is there.`,
	);
}

/** @returns the values that the filter would replace */
function present(
	dataset: Dataset,
	baseUrl: string,
	parameter: string,
): { place: string; values: unknown[] } {
	if (isGraphql(dataset)) {
		const { variables = {} } = dataset.body;
		return { place: 'GraphQL variables', values: membersOf(variables, parameter) };
	}
	if (dataset.method === 'POST') {
		return { place: 'body', values: membersOf(dataset.body, parameter) };
	}
	const queries = [dataset.url, baseUrl].map((url) => /\?([^#]*)/.exec(url)?.[1] ?? '');
	const values = queries.flatMap((query) => new URLSearchParams(query).getAll(parameter));
	return { place: 'URL', values };
}

/** What is in the way of a nested member would be replaced, too. */
function membersOf(body: JsonObject, name: string): unknown[] {
	const found = readPath(blockedBy(body, name) ?? name, { body });
	return found === undefined ? [] : [found];
}

/** A moment in its place is where the user wants the first run to start. */
function isInTemplate(value: unknown, template: string): boolean {
	if (value === '') return true;
	if (template === CHANGED_AT) return readMoment(value) !== undefined;
	if (typeof value !== 'string') return false;
	const [start = '', ...rest] = template.split(CHANGED_AT);
	const end = rest.join(CHANGED_AT);
	const isFilled =
		value.startsWith(start) &&
		value.endsWith(end) &&
		readMoment(value.slice(start.length, value.length - end.length)) !== undefined;
	return isFilled || [start, end].some((part) => part.includes(value));
}
