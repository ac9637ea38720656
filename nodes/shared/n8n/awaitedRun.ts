import type { WorkflowExecuteMode } from 'n8n-workflow';

/** Modes of what a person has started in the editor, and looks at: a run, and the list of a field. */
const AWAITED: readonly WorkflowExecuteMode[] = ['manual', 'internal'];

/** The part of an n8n context that knows how it was started; not every context has it. */
interface MaybeStarted {
	getMode?: () => WorkflowExecuteMode;
}

/** @returns whether a person is waiting for the result, unlike in a run that a trigger started */
export function isAwaited(context: object & MaybeStarted): boolean {
	const mode = context.getMode?.();
	return mode !== undefined && AWAITED.includes(mode);
}
