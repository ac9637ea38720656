import { createHash } from 'crypto';

import { UserError } from 'n8n-workflow';

import type { ReadInput } from '../PagedHttp/types';
import { MAX_CHARACTERS } from '../shared/changes/content';
import type { ChangedAtFilter } from '../shared/changes/filter';
import { CHANGED_AT } from '../shared/changes/filter';
import type { ByChangedAt, ByContent } from '../shared/changes/types';
import { canonicalJson } from '../shared/json';
import type { ItemParameters } from '../shared/node/inputItem';
import { toNumber, toText } from '../shared/node/parameters';

/** What the form of the trigger has besides that of Paged HTTP. */
export interface Settings {
	/** Changes that start the workflow. */
	events: readonly string[];
	changes: ByContent | ByChangedAt;
	/** How the API limits a list to what has changed; absent with Content. */
	filter?: ChangedAtFilter;
	/** Whether the first poll returns the records that exist. */
	returnsFirst: boolean;
	/** The same as long as the same list is read in the same way. */
	fingerprint: string;
}

/** Seconds. */
const DEFAULT_OVERLAP = 60;

/** @throws UserError naming the field that is wrong */
export function readSettings(form: ItemParameters, { source }: ReadInput): Settings {
	const { options } = form;
	const chosen: unknown = form.value('events', []);
	const events = (Array.isArray(chosen) ? chosen : [chosen]).map(String).filter(Boolean);
	if (events.length === 0) {
		throw new UserError('Trigger On is empty', { description: 'Select what starts the workflow.' });
	}
	const keyed = {
		recordKey: form.requiredText('recordKey', 'Record Key'),
		changeField: toText(options.changeField, 'Change Field') || 'change',
	};
	const common = { events, returnsFirst: options.onFirstPoll === 'return' };
	const list =
		source.kind === 'automatic'
			? source.url
			: [
					source.dataset.method,
					source.dataset.url,
					'body' in source.dataset && source.dataset.body,
				];
	if (form.value('findChangesBy', 'content') !== 'changedAt') {
		const changes = { by: 'content' as const, maxCharacters: MAX_CHARACTERS, ...keyed };
		return { ...common, changes, fingerprint: hashOf([list, keyed.recordKey]) };
	}

	const createdAtPath = toText(options.createdAtPath, 'Created-At Path');
	checkChangedAt(events, createdAtPath, source);
	const overlap = toNumber(options.overlap, 'Overlap', { fallback: DEFAULT_OVERLAP, min: 0 });
	const changedAtPath = form.requiredText('changedAtPath', 'Changed-At Path');
	const filter = {
		parameter: form.requiredText('changedAtParameter', 'Changed-At Parameter'),
		template: toText(options.changedAtValue, 'Changed-At Value') || CHANGED_AT,
		overlap: Math.floor(overlap),
	};
	const changes = {
		by: 'changedAt' as const,
		changedAtPath,
		createdAtPath,
		overlap: filter.overlap,
	};
	const fingerprint = hashOf([list, keyed.recordKey, changedAtPath]);
	return { ...common, changes: { ...changes, ...keyed }, filter, fingerprint };
}

/** @throws UserError when what is asked for cannot be known */
function checkChangedAt(
	events: readonly string[],
	createdAtPath: string,
	{ kind }: ReadInput['source'],
): void {
	if (kind === 'automatic') {
		throw new UserError('Changed-At Field does not work with Source: Automatic', {
			description:
				'Read the list once with Paged HTTP, copy the dataset in its summary, and set Source to Dataset (JSON). An answer without records does not show how an API returns its pages.',
		});
	}
	if (events.includes('removed')) {
		throw new UserError('Changed-At Field does not find removed records', {
			description:
				'Set Find Changes By to Content, or remove Removed Record under Trigger On. An API that returns only what has changed does not return what is gone.',
		});
	}
	if (events.length === 1 && createdAtPath === '') {
		throw new UserError('Created-At Path is empty', {
			description:
				'Enter it under Options, to tell new records from changed ones. Or select both New Record and Changed Record under Trigger On.',
		});
	}
}

function hashOf(value: unknown): string {
	return createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, 16);
}
