import { inject } from '@loopback/core';
import {
	defineCrudRepositoryClass,
	defineModelClass,
	Entity,
	juggler,
	ModelDefinition,
	RepositoryMixin,
} from '@loopback/repository';
import { RestApplication, RestServer } from '@loopback/rest';
import { defineCrudRestController } from '@loopback/rest-crud';

import { serve, vendors } from './serve.mjs';

const Vendor = defineModelClass(
	Entity,
	new ModelDefinition('Vendor')
		.addProperty('id', { type: 'number', id: true })
		.addProperty('name', 'string')
		.addProperty('country', 'string'),
);
const Repository = defineCrudRepositoryClass(Vendor);
const Controller = defineCrudRestController(Vendor, { basePath: '/vendors' });
// What TypeScript writes as a decorator.
inject('repositories.VendorRepository')(Controller, undefined, 0);

/** LoopBack 4: a plain array; `filter[limit]` and `filter[skip]`, and nothing says that there is more. */
serve(async (_url, options) => {
	const repository = new Repository(new juggler.DataSource({ name: 'db', connector: 'memory' }));
	await repository.createAll(vendors(options));
	const app = new (RepositoryMixin(RestApplication))({ rest: { openApiSpec: { disabled: true } } });
	app.bind('repositories.VendorRepository').to(repository);
	app.controller(Controller);
	await app.init();
	const server = await app.getServer(RestServer);
	return server.requestHandler;
});
