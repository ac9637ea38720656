import { Router } from 'express';
import { z } from 'zod';

import type { AnswerShapes } from '../answerShapes';
import { isRefused, pick, sendList } from '../answerShapes';
import type { Organization, ScopePatch, TreeNode } from '../organization';
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
export function scopeRoutes(organization: Organization, shapes: () => AnswerShapes): Router {
	const router = Router();
	router.get('/v1/scopes', (request, response) => {
		const scopes = organization.listScopes(readQuery(request, listQuery).status);
		sendList(response, scopes, { member: 'scopes', usual: 'array' }, shapes().scopes);
	});
	router.post('/v1/scopes', (request, response) => {
		const scope = organization.createScope(readBody(request, createBody));
		response.status(201).json(pick(scope, shapes().scopeCreated?.fields));
	});
	router.post('/v1/scopes/tree', (request, response) => {
		const { onlyActive = false } = readBody(request, treeBody);
		const root = organization.tree(onlyActive);
		response.json({ scope: pickNodes(root, shapes().scopeTree?.fields) });
	});
	router.patch('/v1/scopes/:scopeId', (request, response) => {
		const changes = readBody(request, patch) as ScopePatch;
		const [scope] = organization.patchScopes([request.params.scopeId], changes);
		response.json(scope);
	});
	router.patch('/v1/scopes', (request, response) => {
		const { scopeIds, patch: changes } = readBody(request, bulkBody);
		const { scopesPatched: shape } = shapes();
		const refused = scopeIds.filter((id) => isRefused(id, shape));
		const allowed = scopeIds.filter((id) => !refused.includes(id));
		const scopes = organization.patchScopes(allowed, changes as ScopePatch);
		const errors = refused.map((scopeId) => ({ scopeId, message: 'The scope is locked' }));
		sendList(response, scopes, { member: 'scopes', usual: 'member', errors }, shape);
	});
	return router;
}

function pickNodes(node: TreeNode, fields: readonly string[] | undefined): object {
	const children = node.children.map((child) => pickNodes(child, fields));
	return { ...pick(node, fields), children };
}
