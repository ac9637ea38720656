import type { IDataObject } from 'n8n-workflow';

import { plainText } from '../../http/redact';
import { idKey } from '../../ids';
import { isRecord, toRecord } from '../../json';
import { shorten } from '../../shorten';
import { findList, unwrapList } from './completeList';

/** The answer to a bulk request, whose parts may have had different ends. */
export interface BulkAnswer {
	/** What the service confirms. */
	records: IDataObject[];
	/** What it reports beside them in `errors`. */
	errors: IDataObject[];
}

/**
 * Reads the answer to a bulk request (scoped-controls, whose shape is left open).
 *
 * @param member the name that the records have where there are several arrays
 */
export function readBulkAnswer(body: unknown, member: string): BulkAnswer {
	if (!isRecord(body) || !Array.isArray(body.errors)) {
		const records = unwrapList(body, member);
		return { records: records.filter((record) => Object.keys(record).length > 0), errors: [] };
	}
	const { errors, ...others } = body;
	return {
		records: (findList(others, member) ?? []).map(toRecord),
		errors: errors.map(toRecord),
	};
}

/** Fields that a service may put the text of an error in, the most common ones first. */
const TEXT_FIELDS = ['message', 'error', 'detail', 'reason', 'title', 'value'];

/** @returns what the service says about an error, on one line; `''` when it says nothing */
export function errorText(error: IDataObject | undefined): string {
	const texts = TEXT_FIELDS.map((name) => error?.[name]);
	const text = texts.find((value) => typeof value === 'string' && value !== '');
	return typeof text === 'string' ? shorten(plainText(text)) : '';
}

/** @returns the texts of a record and of the records right inside it, among them its ids */
export function textsIn(record: IDataObject): string[] {
	const texts: string[] = [];
	for (const value of Object.values(record)) {
		if (typeof value === 'string') texts.push(value);
		else if (isRecord(value)) {
			for (const inner of Object.values(value)) if (typeof inner === 'string') texts.push(inner);
		}
	}
	return texts;
}

/** @returns a function that finds the error that names one of the ids, the first ones first */
export function errorFinder(errors: IDataObject[]): (ids: string[]) => IDataObject | undefined {
	const byId = new Map<string, IDataObject>();
	for (const error of errors) {
		const lists = Object.values(error)
			.flat()
			.filter((value) => typeof value === 'string');
		for (const text of [...textsIn(error), ...lists]) {
			if (!byId.has(idKey(text))) byId.set(idKey(text), error);
		}
	}
	return (ids) => {
		const found = ids.find((id) => byId.has(idKey(id)));
		return found === undefined ? undefined : byId.get(idKey(found));
	};
}
