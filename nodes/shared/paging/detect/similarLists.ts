import { absoluteUrl } from '../url';
import type { ProvenScheme } from './provenSchemes';

/** What was proven for lists whose URLs are alike, up to one of them. */
interface ProvenBefore {
	finds: readonly ProvenScheme[];
	/** Lists that proved nothing before the first find, and searches that did so after it. */
	misses: number;
}

/** How many lists may prove nothing before the others no longer wait for what they find. */
const MOST_MISSES = 4;

/**
 * A list among those with similar URLs, such as `/vendors?region=a` and `/vendors?region=b`. What it may
 * use depends on the lists before it alone, not on which answer comes first: each run of the same lists has
 * the same outcome.
 */
export class SimilarList {
	/** What the lists before it have proven. */
	private readonly before: Promise<ProvenBefore>;
	/** The same as of the first scheme that was proven, or once waiting for it is over. */
	private readonly first: Promise<ProvenBefore>;
	/** What the lists before it, and the list itself, have proven. */
	private readonly left: Promise<ProvenBefore>;
	private resolve: (known: Promise<ProvenBefore>) => void = () => {};
	/** Whether requests were sent to find its scheme: they may prove nothing. */
	private hasSearched = false;

	/**
	 * @param kept schemes of an earlier run, for the first of the lists
	 * @param last the list before it
	 */
	constructor(kept: readonly ProvenScheme[] = [], last?: SimilarList) {
		this.before = last?.left ?? Promise.resolve({ finds: kept, misses: 0 });
		this.first =
			last?.first.then((known) =>
				known.finds.length > 0 || known.misses >= MOST_MISSES ? known : last.left,
			) ?? this.before;
		this.left = new Promise((resolve) => (this.resolve = resolve));
	}

	/** @returns the scheme to request the first page by, if one was proven; resolves when the request may be sent */
	async firstScheme(): Promise<ProvenScheme | undefined> {
		return (await this.first).finds[0];
	}

	/**
	 * Waits for the searches of the lists before it.
	 *
	 * @param fit returns what it makes of their schemes; `undefined` begins a search of its own
	 */
	async fitProven<Found>(
		fit: (finds: readonly ProvenScheme[]) => Found | undefined,
	): Promise<Found | undefined> {
		const { finds, misses } = await this.before;
		const found = fit(finds);
		this.hasSearched = found === undefined;
		// The lists after it need not wait for a search that is one of many.
		if (this.hasSearched && misses >= MOST_MISSES) this.leave();
		return found;
	}

	/** Lets the lists after it know what this one has proved; the first call counts. */
	leave(proved?: ProvenScheme): void {
		const { before, hasSearched } = this;
		const known = before.then(({ finds, misses }) => ({
			finds: proved ? [...finds, proved] : finds,
			misses: misses + Number(!proved && (hasSearched || finds.length === 0)),
		}));
		this.resolve(known);
	}

	/** @returns the scheme that was proven last, be it by this list; the lists after it no longer wait for this one */
	async latestScheme(): Promise<ProvenScheme | undefined> {
		this.leave();
		return (await this.left).finds.at(-1);
	}
}

/**
 * @param places the lists so far, by what those have in common whose URLs differ by values alone
 * @param url absolute, or a path below the base URL
 * @returns the next list, which is added to them
 * @throws DatasetError when the URL is relative and there is no base URL
 */
export function nextSimilarList(
	places: Map<string, SimilarList>,
	url: string,
	baseUrl: string,
): SimilarList {
	const { origin, pathname, searchParams } = new URL(absoluteUrl(url, baseUrl));
	const names = [...searchParams.keys()].sort();
	const key = [origin, pathname.split('/').length, ...names].join(' ');
	const place = new SimilarList([], places.get(key));
	places.set(key, place);
	return place;
}
