import { type IDataObject, sleep } from 'n8n-workflow';

/**
 * Stores a member of static data from a webhook that starts a run.
 *
 * Why: n8n makes the workflow of the run out of the same static data, which takes the mark of the
 * change away before the webhook's own copy is saved. So it is assigned once more as soon as the run
 * is starting.
 *
 * Since: 2.x; 1.123 saves it the first time.
 * Until: n8n starts a run with a copy.
 *
 * @param store assigns it
 * @see https://github.com/n8n-io/n8n/blob/master/packages/workflow/src/observable-object.ts
 * @see https://github.com/n8n-io/n8n/blob/master/packages/cli/src/webhooks/live-webhooks.ts
 */
export function storeTwice(store: () => void): void {
	store();
	void sleep(0).then(store);
}

/**
 * Gives a member of static data the value that it has when n8n stores it, at the end of the run.
 *
 * Why: n8n stores static data as a whole, so a workflow that writes its own would overwrite what was
 * stored since the run started. The member is defined, because n8n takes what is assigned for a
 * change: a run that changes nothing else must not store anything.
 *
 * Since: all supported versions.
 * Until: n8n stores the members of nodes apart, or nodes have a storage that is shared by runs.
 *
 * @see https://github.com/n8n-io/n8n/blob/master/packages/workflow/src/observable-object.ts
 */
export function storeAtEnd(data: IDataObject, name: string, read: () => IDataObject[string]): void {
	Object.defineProperty(data, name, { get: read, enumerable: true, configurable: true });
}
