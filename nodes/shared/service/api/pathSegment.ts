import { UserError } from 'n8n-workflow';

/**
 * Puts an id into a path without letting it reach another one.
 *
 * @throws UserError for the two ids that an address cannot hold, since they stand for folders in it
 */
export function pathSegment(id: string): string {
	if (id === '.' || id === '..') {
		throw new UserError(`"${id}" is not an id`, {
			description: 'Enter the id as the service gives it.',
		});
	}
	return encodeURIComponent(id);
}
