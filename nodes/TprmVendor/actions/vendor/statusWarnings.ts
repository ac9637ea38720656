/** What a change of an archived vendor warns of. */
export const ARCHIVED_WARNING =
	'This vendor is archived. Changes to other fields leave it archived.';

/** A status in a table is not written: vendors are archived by a call of their own, and none brings them back. */
export function statusWarning(status: string, present: unknown): string[] {
	if (status === '' || status.toLowerCase() === String(present ?? 'active')) return [];
	return [`The status "${status}" is not written: use Archive, or the service itself.`];
}
