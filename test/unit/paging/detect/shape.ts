import { refusing } from '../../../../sandbox/designs/refusals';
import { nextToken } from '../../../../sandbox/designs/schemes';
import type { Design, Pager, ServedPage } from '../../../../sandbox/designs/types';

/** APIs that only Paging Setup: Automatic reads here: their shape in one line each, without a form. */
export function api(
	name: string,
	path: string,
	pager: Partial<Pager> & Pick<Pager, 'by' | 'parameter'>,
	body: (page: ServedPage) => unknown,
	more: Partial<Design> = {},
): Design {
	return {
		name,
		path,
		signIn: { kind: 'none' },
		pager: { max: 100, ...pager },
		answer: (page) => ({ body: body(page) }),
		refuse: refusing((message) => ({ error: { message } })),
		// Not read here.
		readings: [{ property: '', pagingScheme: nextToken('', '') }],
		automatic: true,
		...more,
	};
}

const by = (kind: Pager['by']) => (parameter: string, size?: string, first?: number) => ({
	by: kind,
	parameter,
	...(size !== undefined && { size }),
	...(first !== undefined && { first }),
});
export const off = by('offset');
export const pag = by('page');
export const tok = by('token');
