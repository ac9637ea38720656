import type { More } from '../../forms/fields';

/** Shows a field only where the node is a tool of an agent. */
export const AS_TOOL: More = { displayOptions: { show: { '@tool': [true] } } };

/** Hides a field where the node is a tool of an agent. */
export const NOT_AS_TOOL = { displayOptions: { hide: { '@tool': [true] } } } satisfies More;
