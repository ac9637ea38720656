import { Router } from 'express';
import { z } from 'zod';

import type { AnswerShapes, PartError } from '../answerShapes';
import { isRefused, sendList } from '../answerShapes';
import type { Organization } from '../organization';
import { Refusal } from '../envelope';
import { readBody } from './json';

const body = z
	.array(
		z.strictObject({
			objectType: z.literal('control'),
			objectId: z.string().uuid(),
			scopeIds: z.array(z.string().uuid()),
		}),
	)
	.min(1);

/** `POST /v1/scopeassignments`: replaces all scopes of each control. */
export function scopeAssignmentRoutes(
	organization: Organization,
	shapes: () => AnswerShapes,
): Router {
	const router = Router();
	router.post('/v1/scopeassignments', (request, response) => {
		const items = readBody(request, body);
		const ids = new Set(items.map(({ objectId }) => objectId));
		if (ids.size < items.length) {
			throw new Refusal(422, 'assignment.ambiguous', 'A control is named twice in one request');
		}
		// All or nothing: nothing is assigned before everything has been checked.
		for (const { objectId, scopeIds } of items) organization.checkAssignment(objectId, scopeIds);
		const { assigned: shape } = shapes();
		const errors: PartError[] = [];
		const controls = items.flatMap(({ objectId, scopeIds }) => {
			if (isRefused(objectId, shape)) {
				errors.push({ objectId, message: 'The control is locked' });
				return [];
			}
			const refused = scopeIds.filter((scopeId) => isRefused(scopeId, shape));
			for (const scopeId of refused) {
				errors.push({ objectId, scopeId, message: 'The scope is locked' });
			}
			return organization.assign(
				objectId,
				scopeIds.filter((scopeId) => !refused.includes(scopeId)),
			);
		});
		sendList(response, controls, { member: 'controls', usual: 'member', errors }, shape);
	});
	return router;
}
