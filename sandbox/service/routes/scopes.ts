import { Router } from 'express';
import { z } from 'zod';

import type { Organization, ScopePatch } from '../organization';
import { readBody, readQuery } from './json';

const uuid = z.string().uuid();
const status = z.enum(['active', 'archived']);

const createBody = z.strictObject({
	name: z.string().trim().min(1),
	owner: z.string().trim().min(1),
	description: z.string().optional(),
	parentId: uuid.nullish(),
});

const patch = z
	.strictObject({
		name: z.string().trim().min(1),
		owner: z.string().trim().min(1),
		description: z.string(),
		status,
		customFields: z.record(z.unknown()),
	})
	.partial()
	.refine((fields) => Object.keys(fields).length > 0, 'at least one field is needed');

const bulkBody = z.strictObject({ scopeIds: z.array(uuid).min(1), patch });
const treeBody = z.strictObject({ onlyActive: z.boolean().optional() });
const listQuery = z.strictObject({ status: status.optional() });

/** `/v1/scopes`: create, list, tree, change singly and in bulk. */
export function scopeRoutes(organization: Organization): Router {
	const router = Router();
	router.get('/v1/scopes', (request, response) => {
		response.json(organization.listScopes(readQuery(request, listQuery).status));
	});
	router.post('/v1/scopes', (request, response) => {
		response.status(201).json(organization.createScope(readBody(request, createBody)));
	});
	router.post('/v1/scopes/tree', (request, response) => {
		const { onlyActive = false } = readBody(request, treeBody);
		response.json({ scope: organization.tree(onlyActive) });
	});
	router.patch('/v1/scopes/:scopeId', (request, response) => {
		const changes = readBody(request, patch) as ScopePatch;
		const [scope] = organization.patchScopes([request.params.scopeId], changes);
		response.json(scope);
	});
	router.patch('/v1/scopes', (request, response) => {
		const { scopeIds, patch: changes } = readBody(request, bulkBody);
		response.json({ scopes: organization.patchScopes(scopeIds, changes as ScopePatch) });
	});
	return router;
}
