import type { IExecuteFunctions } from 'n8n-workflow';

import { showHints } from '../n8n/hints';

/** What a run has to say once, since every item may have a reason for it. */
const shown = new WeakMap<IExecuteFunctions, Set<string>>();

/** Of runs that end with a summary, which has it as well: one hint is read, and five are not. */
const gathered = new WeakMap<IExecuteFunctions, RunNotes>();

/** What a run has to say besides what its rows say. */
interface RunNotes {
	warnings: string[];
	infos: string[];
}

/** Keeps warnings and notes of a run for its summary. */
export function gatherNotes(context: IExecuteFunctions): void {
	gathered.set(context, { warnings: [], infos: [] });
}

/** @returns what was kept for the summary of a run */
export function takeNotes(context: IExecuteFunctions): RunNotes {
	const notes = gathered.get(context) ?? { warnings: [], infos: [] };
	gathered.delete(context);
	return notes;
}

/** Shows a warning above the node's output, once per run. */
export function addWarning(context: IExecuteFunctions, message: string): void {
	add(context, message, 'warning');
}

/** Shows what is no warning above the node's output, once per run. */
export function addNote(context: IExecuteFunctions, message: string): void {
	add(context, message, 'info');
}

function add(context: IExecuteFunctions, message: string, type: 'info' | 'warning'): void {
	const messages = shown.get(context) ?? new Set();
	if (messages.has(message)) return;
	shown.set(context, messages.add(message));
	const notes = gathered.get(context);
	if (notes) notes[type === 'warning' ? 'warnings' : 'infos'].push(message);
	else showHints(context, [message, type]);
}
