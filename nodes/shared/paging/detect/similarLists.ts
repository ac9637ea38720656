import { absoluteUrl } from '../url';
import type { Find } from './finds';

/** What was found for lists whose URLs are alike, up to one of them. */
interface Known {
	finds: readonly Find[];
	/** Lists that proved nothing before the first find, and searches that did so after it. */
	misses: number;
}

/** After so many, lists no longer wait for what others find. */
const MOST_MISSES = 4;

/**
 * The place of a list among those with similar URLs. What it may use depends on those before it alone,
 * not on which answer comes first: each run of the same lists has the same outcome.
 */
export class Place {
	/** What those before it have found. */
	private readonly before: Promise<Known>;
	/** The same as of the first find, or once waiting for it is over. */
	private readonly first: Promise<Known>;
	/** What those before it, and the list itself, have found. */
	private readonly left: Promise<Known>;
	private resolve: (known: Promise<Known>) => void = () => {};
	/** Whether requests were sent for it that may prove nothing. */
	private hasSearched = false;

	/**
	 * @param kept finds of an earlier run, for the first of the lists
	 * @param last the place before it
	 */
	constructor(kept: readonly Find[] = [], last?: Place) {
		this.before = last?.left ?? Promise.resolve({ finds: kept, misses: 0 });
		this.first =
			last?.first.then((known) =>
				known.finds.length > 0 || known.misses >= MOST_MISSES ? known : last.left,
			) ?? this.before;
		this.left = new Promise((resolve) => (this.resolve = resolve));
	}

	/** @returns the find by which the first page is requested; resolves when that may be */
	async turn() {
		return (await this.first).finds[0];
	}

	/**
	 * Waits for the searches of those before it.
	 *
	 * @param fit returns what it makes of their finds; `undefined` begins a search of its own
	 */
	async known<Found>(
		fit: (finds: readonly Find[]) => Found | undefined,
	): Promise<Found | undefined> {
		const { finds, misses } = await this.before;
		const found = fit(finds);
		this.hasSearched = found === undefined;
		// Those after it need not wait for a search that is one of many.
		if (this.hasSearched && misses >= MOST_MISSES) this.leave();
		return found;
	}

	/** Lets those after it know what it has proved; the first call counts. */
	leave(proved?: Find): void {
		const { before, hasSearched } = this;
		const known = before.then(({ finds, misses }) => ({
			finds: proved ? [...finds, proved] : finds,
			misses: misses + Number(!proved && (hasSearched || finds.length === 0)),
		}));
		this.resolve(known);
	}

	/** @returns the latest find, its own included; the list needs its place no more */
	async found() {
		this.leave();
		return (await this.left).finds.at(-1);
	}
}

/**
 * @param places of the lists so far, by what those have in common whose URLs differ by values alone
 * @param url absolute, or a path below the base URL
 * @returns the place of the next list, which is added to them
 * @throws DatasetError when the URL is none
 */
export function nextPlace(places: Map<string, Place>, url: string, baseUrl: string): Place {
	const { origin, pathname, searchParams } = new URL(absoluteUrl(url, baseUrl));
	const names = [...searchParams.keys()].sort();
	const key = [origin, pathname.split('/').length, ...names].join(' ');
	const place = new Place([], places.get(key));
	places.set(key, place);
	return place;
}
