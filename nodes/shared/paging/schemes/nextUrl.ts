import { excerpt } from '../../basics/excerpt';
import type { PagingScheme } from '../dataset/types';
import { field, type FieldText, fieldText } from '../fieldText';
import { headerName } from '../path';
import { readLinkHeader } from '../response/linkHeader';
import type { PageRequest, PageResponse, PagingOptions, Position } from '../types';
import { queryNames, withMark, withMissing } from '../url';
import { missingPrefix } from './baseOfNext';
import { lostParameters, lostSize } from './lostParameters';
import { RelativeUrls } from './relativeUrl';
import { originOf, resolveNextUrl } from './resolvedUrl';
import { isTooLong, NEXT_TOKEN, readToken, unusable } from './token';
import { noDataAt, type NextStep, type PageContext, type Requests, type Strategy } from './types';

/** What a run says about its next URLs besides the scheme. */
export type NextUrlOptions = Pick<PagingOptions, 'allowedOrigins' | 'completesUrls'>;

/** Statuses that may mean that a URL was resolved against the wrong base. */
const NOT_THERE = [404, 405];

/** The field with the parameters of the first URL that each next URL gets. */
const KEEP_PARAMETERS = field('pagingScheme.request.keepParameters');

/**
 * Pages that each name the next one by its URL, `{ "items": [ … ], "next": "https://…?page=2" }` or a `Link`
 * header (paging-schemes, nextToken with tokenType url).
 *
 * @throws RangeError when an allowed origin is not one
 */
export function urlStrategy(
	requests: Requests,
	scheme: PagingScheme,
	options: NextUrlOptions,
): Strategy {
	const pages = new LinkedPages(requests, scheme, options);
	return {
		first: null,
		warnings: pages.unknownParameters(),
		firstIdentity: sameRequest(pages.first),
		request: (position) => pages.request(position),
		next: (context) => pages.next(context),
		accepts: (position): position is Position => pages.accepts(position),
		adviceFor: (position, answer) => pages.adviceFor(position, answer),
	};
}

/** The pages of a list of which each has the URL of the next one. */
class LinkedPages {
	/** URL of the first request. */
	readonly first: string;
	/** Path of the next URL in a response, and the same for messages. */
	private readonly path: string;
	private readonly place: FieldText;
	private readonly origins: readonly string[];
	private readonly completesUrls: boolean;
	/** Names of the parameters of the first URL that each next URL gets. */
	private readonly kept: ReadonlySet<string>;
	private readonly relative: RelativeUrls;

	constructor(
		private readonly requests: Requests,
		{ request, response }: PagingScheme,
		{ allowedOrigins = [], completesUrls = false }: NextUrlOptions,
	) {
		const { nextToken: path = '', nextBase = '' } = response;
		const first = requests.build(requests.limit).url;
		const place = fieldText`${NEXT_TOKEN} "${path}"`;
		const origins = allowedOrigins.map(originOf);
		this.first = first;
		this.path = path;
		this.place = place;
		this.origins = origins;
		this.completesUrls = completesUrls;
		this.kept = new Set(request.keepParameters);
		this.relative = new RelativeUrls({ first, path, place, nextBase, origins, completesUrls });
	}

	/** @returns that parameters to be kept are not in the first URL, as warnings */
	unknownParameters(): FieldText[] {
		const present = queryNames(this.first);
		return Array.from(this.kept)
			.filter((name) => !present.has(name))
			.map(
				(name) =>
					fieldText`${KEEP_PARAMETERS} contains ${name}, which is not in the query of the first URL.`,
			);
	}

	/** The body is sent unchanged: it contains the query of a POST that reads. */
	request(position: Position): PageRequest {
		const { build, limit } = this.requests;
		return { ...build(limit), url: this.urlOf(position) };
	}

	next(context: PageContext): NextStep {
		const { path, place } = this;
		const value = readToken(path, context);
		const isLink = headerName(path)?.toLowerCase() === 'link';
		const link = isLink && typeof value === 'string' ? readLinkHeader(value) : undefined;
		const raw = link ? link.next : value;
		if (link && raw === undefined && !link.isUnderstood) return unknownLink(place, value, context);
		if (raw === undefined) return { kind: 'end', stopReason: 'noNextToken' };
		if (typeof raw !== 'string' || isTooLong(raw)) return unusable(NEXT_TOKEN, path, raw);
		const url = withMark(raw.trim());
		const next = this.relative.complete(url, this.urlOf(context.position), context);
		if (next.kind === 'error') return next;
		const { note, ...request } = this.withParameters(next.position, context);
		const said = next.note ?? note;
		return { ...next, ...request, ...(said !== undefined && { note: said }) };
	}

	/** @returns whether a value from a resume point is a URL that may be requested as it is */
	accepts(position: unknown): position is Position {
		if (typeof position !== 'string') return position === null;
		// It is used unchanged, so it must not need a correction.
		const { first, origins } = this;
		const resolved = resolveNextUrl(position, first, first, 'The resume point', origins);
		return resolved.kind === 'next' && resolved.position === position;
	}

	adviceFor(position: Position, answer: PageResponse | undefined): FieldText | undefined {
		// Some servers answer a path that they do not know by a web page.
		const isElsewhere =
			answer && (NOT_THERE.includes(answer.status) || typeof answer.body === 'string');
		if (!isElsewhere || typeof position !== 'string') return undefined;
		return this.relative.adviceFor(position) ?? this.adviceOnPrefix(position);
	}

	private adviceOnPrefix(position: string): FieldText | undefined {
		const prefix = missingPrefix(new URL(this.first).pathname, new URL(position).pathname);
		return prefix === undefined
			? undefined
			: fieldText`The next URL lacks ${prefix}, which the first URL has: the API may not know its own address. Set ${field('pagingScheme.type', 'pageBased', 'offsetAndLimit')} if the API numbers its pages.`;
	}

	private urlOf(position: Position): string {
		return position === null ? this.first : String(position);
	}

	/** Adds what is to be kept of the first URL, and where the run may, what the next URL has lost of it. */
	private withParameters(url: string, context: PageContext) {
		const { first, place, kept } = this;
		const found = withMissing(url, first, (name) => kept.has(name));
		const lost = lostParameters(first, found);
		// Another host may not be meant to know what was asked.
		const isOwn = new URL(found).origin === new URL(first).origin;
		const isCompleted = this.completesUrls && isOwn;
		const position = isCompleted ? withMissing(found, first, (name) => lost.includes(name)) : found;
		return {
			position,
			identity: sameRequest(position),
			...(!isCompleted && { lost: this.reportedLoss(lost, context) }),
			note:
				position === found
					? undefined
					: fieldText`${place} contains URLs without ${lost.join(', ')}, which the first URL has; it was added.`,
		};
	}

	/** @returns what next URLs have lost; nothing where the page size had no effect on the first page either */
	private reportedLoss(names: string[], { position, records }: PageContext): NextStep['lost'] {
		const size = lostSize(this.first, names);
		const isSize = size !== undefined;
		if (names.length === 0 || (isSize && (position !== null || records !== size))) return undefined;
		return { names, isSize };
	}
}

/** The end of a run at a header such as `<https://…?page=2>; rel="more"`: it may name the next page. */
function unknownLink(place: FieldText, value: unknown, { page }: PageContext): NextStep {
	const end = noDataAt(place, page, 'has no relation that is known');
	return { ...end, notice: fieldText`${end.notice ?? ''} It is ${excerpt(value)}.` };
}

/** @returns the URL without its fragment, which is not sent: what makes two URLs the same request */
function sameRequest(url: string): string {
	const parsed = new URL(url);
	parsed.hash = '';
	return parsed.href;
}
