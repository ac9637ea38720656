import { Router } from 'express';
import { z } from 'zod';

import type { AnswerShapes } from '../answerShapes';
import { sendList } from '../answerShapes';
import type { Control, Organization } from '../organization';
import { Refusal } from '../envelope';
import { readBody, readQuery } from './json';

const flag = z.enum(['true', 'false']).optional();
const listQuery = z.strictObject({
	expandScopes: flag,
	status: z.string().optional(),
	canLink: flag,
});
const createBody = z.object({ controlType: z.string() }).passthrough();

/** `/v1/controls`: the listing, with or without what was derived from assignments. */
export function controlRoutes(organization: Organization, shapes: () => AnswerShapes): Router {
	const router = Router();
	router.get('/v1/controls', (request, response) => {
		const { expandScopes, status, canLink } = readQuery(request, listQuery);
		const controls = [...organization.controls.values()].filter(
			(control) =>
				(status === undefined || control.status === status) &&
				(canLink !== 'true' || control.canLink),
		);
		const listed =
			expandScopes === 'true'
				? controls.flatMap((control) => expand(control, organization))
				: controls;
		sendList(response, listed, { member: 'controls', usual: 'array' }, shapes().controls);
	});
	router.post('/v1/controls', (request) => {
		const { controlType } = readBody(request, createBody);
		if (controlType === 'scopeAssignment') {
			throw new Refusal(
				422,
				'control.derived_only',
				'Controls of the type scopeAssignment come from assignments only',
			);
		}
		throw new Refusal(405, 'request.method_not_allowed', 'Controls are created in the application');
	});
	return router;
}

/** A control with its child assignments, and these once more as controls with their parent. */
function expand(control: Control, organization: Organization): object[] {
	const derived = [...(organization.assignments.get(control.id)?.values() ?? [])];
	const assignments = derived.map(({ parent: _, ...assignment }) => assignment);
	return [{ ...control, assignments }, ...derived];
}
