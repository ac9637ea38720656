import { surroundingsOf } from '../../../../nodes/shared/paging/detect/facts';
import { isAboutPaging } from '../../../../nodes/shared/paging/detect/place';
import { rows } from '../fakeServer';
import { seenIn } from './firstPage';

describe('what is about paging, by its place', () => {
	test.each<[members: object, property: string, isAbout: boolean]>([
		[{ more: true }, 'items', true],
		[{ more: true }, 'data.items', true],
		[{ data: { more: true } }, 'data.items', true],
		[{ data: { more: true } }, 'data.list.items', true],
		[{ data: { more: true } }, 'items', false],
		[{ dat: { more: true } }, 'data.items', false],
		[{ items: { more: true } }, 'data.items', false],
		[{ data: { job: { more: true } } }, 'data.items', false],
		[{ paging: { more: true } }, 'items', true],
		[{ job: { 'Page-Info': { more: true } } }, 'items', true],
		[{ paging: { job: { more: true } } }, 'items', false],
	])('%j beside %s: %j', (body, property, isAbout) => {
		const { facts } = surroundingsOf({ body, headers: {} }, property);
		expect(facts.map((fact) => isAboutPaging(fact, property))).toEqual([isAbout]);
	});

	test('what is in a header', () => {
		const whole = (name: string) => seenIn({ headers: { [name]: '{"has_more":false}' } }).whole;
		expect(whole('X-Pagination')).toMatchObject({ isCertain: true });
	});
});

/** @returns what says that there are more records, by its kind */
function seenBeside(members: object, count = 5): string[] {
	const { seen } = seenIn({ body: { items: rows(0, count), ...members } });
	return seen.map(({ kind, text }) => `${kind}: ${text}`);
}

const remainingIn = (members: object) =>
	seenBeside(members).filter((text) => text.startsWith('next: '));

describe('the number of records after the page', () => {
	test.each<[members: object, text: string]>([
		[{ remaining: 1 }, 'remaining is 1.'],
		[{ remaining: 900 }, 'remaining is 900.'],
		[{ meta: { remaining: 18 } }, 'meta.remaining is 18.'],
		[{ remaining: 18, total: 23 }, 'remaining is 18.'],
		[{ remaining: 18, limits: { reset: 60 } }, 'remaining is 18.'],
		[{ remaining: 18, preset: 'a' }, 'remaining is 18.'],
	])('%j', (members, text) => {
		expect(remainingIn(members)).toEqual([`next: ${text}`]);
	});

	test.each<[what: string, members: object]>([
		['0', { remaining: 0 }],
		['more than the total', { remaining: 24, total: 23 }],
		['more than the rest of the total', { remaining: 19, total: 23 }],
		['beside the time of a reset', { remaining: 18, reset: 1_800_000_000 }],
		['beside the seconds to wait', { remaining: 18, retry_after: 60 }],
		['of requests', { quota: { remaining: 18 } }],
	])('is not what is %s', (_what, members) => {
		expect(remainingIn(members)).toEqual([]);
	});

	test('is not what is beside no records', () => {
		expect(seenBeside({ remaining: 18 }, 0)).toEqual([]);
	});
});

describe('the number after "of"', () => {
	test.each<[members: object, seen: string[]]>([
		[{ page: 1, of: 6 }, ['totalPages: of is 6.']],
		[{ to: 5, of: 23 }, ['total: of is 23, and the page has 5 records.']],
		[{ paging: { page: 1, of: 6 } }, ['totalPages: paging.of is 6.']],
		[{ paging: { page: 1 }, of: 23 }, ['total: of is 23, and the page has 5 records.']],
		[{ job: { page: 1, of: 6 } }, []],
	])('%j', (members, seen) => {
		expect(seenBeside(members)).toEqual(seen);
	});
});
