import { defineResource } from '../../../shared/node/resource';
import { assign } from './assign.operation';

/** The resource Scope Assignment and its operations. */
export const scopeAssignment = defineResource('scopeAssignment', 'Scope Assignment', 'assign', {
	assign: {
		name: 'Assign',
		action: 'Assign controls to scopes',
		description: 'Set, add, or remove the scopes of each control',
		operation: assign,
	},
});
