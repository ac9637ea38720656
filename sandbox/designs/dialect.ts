import { readingOf } from './readings';
import type { Unread, Way } from './readings';
import { refusing } from './refusals';
import type { Design, Pager, Problem, Reading, ServedPage, SignIn } from './types';

/** The body of an error. */
export type Shape = Parameters<typeof refusing>[0];

/** Members of a design that a short one leaves out or says in another way. */
type Stated = 'name' | 'signIn' | 'answer' | 'refuse' | 'readings' | 'automatic';

/**
 * A design in a few lines. What most APIs have in common is left out: a bearer token, the errors of
 * the family, a reading that its own pages tell of, and that Automatic finds it.
 */
export interface ShortDesign extends Omit<Design, Stated> {
	signIn?: SignIn;
	/** @returns the body of a page; or a GraphQL connection */
	page?: (page: ServedPage) => unknown;
	/** In place of `page`: an answer with headers or a status. */
	answer?: Design['answer'];
	refuse?: Shape;
	/** In place of `refuse`: a whole answer. */
	refusal?: Design['refuse'];
	/** Statuses of refusals where they are not the usual ones. */
	statuses?: Partial<Record<Problem['kind'], number>>;
	/** Ways to read it, the recommended one first; by default the most reliable one that the answers offer. */
	read?: How | readonly How[];
	/** Why Automatic cannot read it. */
	automatic?: string;
}

/** A way to read a design, with what cannot be found in its answers. */
type How = Way | ({ way?: Way } & Partial<Reading>);

/**
 * @param errors the body of an error, which the designs of a family share
 * @param family the designs by name
 */
export function designs(errors: Shape, family: Readonly<Record<string, ShortDesign>>): Design[] {
	return Object.entries(family).map(([name, short]) => designOf(name, short, errors));
}

/** @returns the whole design of a short one */
export function designOf(name: string, short: ShortDesign, errors: Shape = MESSAGE): Design {
	const { page, refuse = errors, statuses, refusal, read = {}, ...shared } = short;
	const design: Unread = {
		signIn: bearer,
		automatic: true,
		answer: (served) => ({ body: page?.(served) }),
		...shared,
		name,
		refuse: refusal ?? refusing(refuse, statuses),
	};
	const isOne = typeof read === 'string' || !('length' in read);
	const [first = {}, ...others] = isOne ? [read] : read;
	return {
		...design,
		readings: [
			readingBy(design, first),
			...others.map((how) => ({ ...noteOf(design, how), ...readingBy(design, how) })),
		],
	};
}

function readingBy(design: Unread, how: How): Reading {
	if (typeof how === 'string') return readingOf(design, how);
	const { way, ...own } = how;
	return { ...readingOf(design, way), ...own };
}

function noteOf({ pager: { by } }: Unread, how: How): { note?: string } {
	const withPrefetch = `by ${by === 'page' ? 'page number' : 'offset'}, with prefetch`;
	const notes: Partial<Record<Way, string>> = {
		url: 'by URL',
		token: 'by the header with the next page',
		pages: 'by the number of pages',
		total: withPrefetch,
		more: withPrefetch,
		last: 'by the flag of the last page',
		status: 'by the status after the last page',
	};
	const note = typeof how === 'string' ? notes[how] : undefined;
	return note === undefined ? {} : { note };
}

/** The body of an error of which only the message matters. */
export const MESSAGE: Shape = (message) => ({ message });

export const open: SignIn = { kind: 'none' };
export const bearer: SignIn = { kind: 'bearer', token: 'bearer-token' };
export const oauth2: SignIn = { kind: 'bearer', token: 'oauth2-token', oauth2: true };
export const basic: SignIn = { kind: 'basic', user: 'ada@example.com', password: 'password' };
/** The key is the user, and there is no password. */
export const basicKey: SignIn = { kind: 'basic', user: 'key', password: '' };
/** The token is the password, and there is no user. */
export const basicToken: SignIn = { kind: 'basic', user: '', password: 'token' };

/** @param before what stands before the key in the value of the header, such as `ApiKey ` */
export function header(name: string, before = ''): SignIn {
	return { kind: 'headers', headers: { [name]: `${before}secret-key` } };
}

export function query(name: string): SignIn {
	return { kind: 'query', name, value: 'secret-key' };
}

type More = Omit<Pager, 'by' | 'parameter' | 'size' | 'max'>;

/** What names a page, the parameter for the records per page and the most that it may be, and what is special. */
type By = (
	parameter: string,
	...size: [More?] | [size: string, max?: number, more?: More]
) => Pager;

const pagedBy =
	(by: Pager['by']): By =>
	(parameter, ...[size, max, more]) =>
		typeof size === 'string'
			? { by, parameter, size, max: max ?? 100, ...more }
			: { by, parameter, max: 100, ...size };

export const byPage = pagedBy('page');
export const byOffset = pagedBy('offset');
export const byToken = pagedBy('token');

/** @returns a design without sign-in in a line or a few: what most of those that only Automatic reads are */
export function api(
	name: string,
	path: string,
	pager: Pager,
	page: NonNullable<ShortDesign['page']>,
	more: Partial<ShortDesign> = {},
): Design {
	return designOf(name, { signIn: open, path, pager, page, ...more }, (message) => ({
		error: { message },
	}));
}
