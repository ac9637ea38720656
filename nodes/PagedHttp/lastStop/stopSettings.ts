import type { INodeProperties } from 'n8n-workflow';

import { hashOf } from '../../shared/basics/hash';
import { canonicalJson } from '../../shared/basics/json';
import { memberOf } from '../../shared/basics/members';
import type { InputItem } from '../../shared/node/inputItem';
import { readIdOf } from '../../shared/read/listId';
import type { ReadInput } from '../../shared/read/types';
import { readProperties } from '../properties';

/** Hashes of what decides on the records of a run and their place, by the labels of the fields. */
export type StopSettings = Record<string, string>;

/** Fields that change nothing about the records: how fast they are read, and what happens at an error. */
const NO_MATTER = new Set([
	...['options', 'resume', 'resumeFrom', 'onError', 'onIncomplete', 'trace'],
	...['maxPages', 'interval', 'prefetch', 'concurrentRequests', 'timeout', 'maxWait'],
	...['maxResponseSize', 'maxFileSize', 'batchSize', 'resumeField', 'fileName'],
]);

/**
 * @param input the same item, as it was read
 * @throws DatasetError when the URL is relative and there is no base URL
 */
export function settingsOf(item: InputItem, input: ReadInput): StopSettings {
	const { parameters, credentials } = item.context.getNode();
	const values = [
		...Object.keys(parameters).map((name) => [name, item.value(name, '')] as const),
		...Object.entries(item.options),
	];
	const settings = values
		.filter(([name, value]) => !NO_MATTER.has(name) && !isGroup(value))
		.map(([name, value]) => [labelOf(name, readProperties) ?? name, hash(value)] as const);
	const ids = Object.entries(credentials ?? {}).map(([type, { id }]) => [type, id]);
	return {
		...Object.fromEntries(settings),
		// Also with the base URL of a credential.
		URL: readIdOf(input),
		Credential: hash([ids, input.signIn.account()]),
	};
}

/** @returns what identifies the settings */
export function idOf(settings: StopSettings): string {
	return hash(settings);
}

/** @returns the label of a field that differs; `undefined` for none */
export function changedLabel(before: StopSettings, now: StopSettings): string | undefined {
	const labels = [...Object.keys(now), ...Object.keys(before)];
	const changed = labels.filter((label) => memberOf(before, label) !== memberOf(now, label));
	return changed.includes('URL') ? 'URL' : changed[0];
}

function hash(value: unknown): string {
	return hashOf(canonicalJson(value ?? null), 8);
}

/** @returns whether a value is an entry of Options whose members stand beside it */
function isGroup(value: unknown): boolean {
	return typeof value === 'object' && value !== null && 'settings' in value;
}

/** @returns the label of a field, also of one inside a collection */
function labelOf(name: string, properties: readonly INodeProperties[]): string | undefined {
	for (const property of properties) {
		if (property.name === name) return property.displayName;
		const label = (property.options ?? [])
			.map((option) => {
				if ('values' in option) return labelOf(name, option.values);
				return 'displayName' in option ? labelOf(name, [option]) : undefined;
			})
			.find((found) => found !== undefined);
		if (label !== undefined) return label;
	}
	return undefined;
}
