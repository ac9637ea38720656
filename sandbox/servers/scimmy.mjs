import express from 'express';
import SCIMMY from 'scimmy';
import SCIMMYRouters from 'scimmy-routers';

import { serve, vendors } from './serve.mjs';

/** SCIMMY: SCIM 2.0, whose records are counted from 1. */
serve((_url, options) => {
	const users = vendors(options).map(({ id, name }) => ({ id: String(id), userName: name }));
	SCIMMY.Resources.declare(SCIMMY.Resources.User, {
		egress: ({ id }) => (id === undefined ? users : users.find((user) => user.id === id)),
	});
	const routers = new SCIMMYRouters({ type: 'bearer', handler: () => 'n8n' });
	return express().use('/scim/v2', routers);
});
