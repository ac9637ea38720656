import {
	CONTROL_WORDS,
	Directory,
	SCOPE_WORDS,
	toControl,
	toScope,
} from '../../../nodes/shared/assignments/directory';
import { PresentAssignments } from '../../../nodes/shared/assignments/presentAssignments';

const SCOPES = [{ id: 's-1', name: 'EMEA', pathNames: ['EMEA'], status: 'active' }];

/** A service that filters controls by their status, and lists assignments by their own. */
const FILTERED = [
	{ id: 'c-1', controlIdentifier: 'AC-01', name: 'Policy', status: 'active' },
	{ id: 'd-1', controlType: 'scopeAssignment', controlIdentifier: 'AC-01', scopeName: 'EMEA' },
	{ id: 'd-2', controlType: 'scopeAssignment', controlIdentifier: 'AC-02', scopeName: 'EMEA' },
];

const present = (records: typeof FILTERED, isFiltered: boolean) =>
	new PresentAssignments(
		new Directory(records, toControl, CONTROL_WORDS),
		new Directory(SCOPES, toScope, SCOPE_WORDS),
		{ isFiltered },
	);

it('assignments of controls that a filter leaves out are left out too', () => {
	expect([...present(FILTERED, true).of('c-1').values()]).toEqual(['s-1']);
	expect(() => present(FILTERED, false)).toThrow("Couldn't determine the current scopes");
});

it('an assignment that may be one of several listed controls is not left out', () => {
	const [control, ...others] = FILTERED;
	if (!control) throw new Error('There is no control');
	const twice = [control, { ...control, id: 'c-2' }, ...others];
	expect(() => present(twice, true)).toThrow("Couldn't determine the current scopes");
});
