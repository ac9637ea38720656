import { DatasetError, validateDataset } from '../../../nodes/shared/paging';
import { graphql, pageBased, QUERY } from './fakeServer';

const REQUEST = 'pagingScheme.request';
const post = (body: unknown, request: object = {}) =>
	pageBased(undefined, request, { method: 'POST', body });

function toldAbout(input: unknown) {
	try {
		validateDataset(input);
	} catch (error) {
		if (!(error instanceof DatasetError)) throw error;
		return { field: error.field, message: error.message, fix: error.fix };
	}
	return 'accepted';
}

describe('names that get into each other’s way', () => {
	const taken = (field: string, name: string) => ({
		field,
		message: `${field} is ${name}, a name that is already used for paging.`,
		fix: 'Give each parameter a different name.',
	});
	const blocks = (field: string, name: string, blocked: string) => ({
		field,
		message: `${field} is ${name}, but ${blocked} in the body is not an object.`,
		fix: `Change the name, or remove ${blocked} from the body.`,
	});
	const limit = `${REQUEST}.limitParameter`;
	const vars = (limitParameter: string, variables: object) =>
		graphql({ request: { limitParameter, limitValue: 1 } }, { body: { query: QUERY, variables } });

	test.each<[what: string, input: object, told: unknown]>([
		['one name twice', pageBased(undefined, { limitParameter: 'page' }), taken(limit, 'page')],
		['after is taken', vars('after', {}), taken(limit, 'after')],
		[
			'below a number',
			post({ paging: 5 }, { pageParameter: 'paging.page' }),
			blocks(`${REQUEST}.pageParameter`, 'paging.page', 'paging'),
		],
		[
			'the second one below a text',
			post({ a: { b: 'x' } }, { limitParameter: 'a.b.c' }),
			blocks(limit, 'a.b.c', 'a.b'),
		],
		['below an object', post({ paging: {} }, { pageParameter: 'paging.page' }), 'accepted'],
		[
			'below a variable that is no object',
			vars('page.first', { page: 5 }),
			blocks(limit, 'page.first', 'page'),
		],
		[
			'below a member beside the variables',
			graphql(
				{ request: { limitParameter: 'first', limitValue: 1 } },
				{ body: { query: QUERY, first: 5 } },
			),
			'accepted',
		],
	])('%s', (_what, input, told) => expect(toldAbout(input)).toEqual(told));
});
