import type { IDataObject } from 'n8n-workflow';

import { Harness } from '../../sandbox/engine/harness';
import type { ServiceOptions } from '../../sandbox/service/service';

/**
 * Starts a service of its own for each test of the file, and ends it afterwards.
 *
 * @param options of the service
 * @param credential fields that differ from those of a good credential
 * @returns the harness of the test that is running
 */
export function harnessForEach(options?: ServiceOptions, credential?: IDataObject): Harness {
	let current: Harness;
	beforeEach(async () => {
		current = await Harness.start(options);
		if (credential) current.setCredential(credential);
	});
	afterEach(async () => await current.stop());
	return standingFor(() => current);
}

/** The same with one service for the whole file, whose log and faults each test finds empty. */
export function harnessForAll(): Harness {
	let current: Harness;
	beforeAll(async () => {
		current = await Harness.start();
	});
	beforeEach(() => {
		current.service.log.clear();
		current.service.faults.clear();
		current.setCredential();
	});
	afterAll(async () => await current.stop());
	return standingFor(() => current);
}

function standingFor(current: () => Harness): Harness {
	return new Proxy(Object.create(Harness.prototype) as Harness, {
		get: (_, name): unknown => {
			const member: unknown = Reflect.get(current(), name);
			return typeof member === 'function' ? member.bind(current()) : member;
		},
	});
}
