import type { Dataset } from '../dataset/types';
import type { Fact, ListPage, Surroundings } from '../response/metadata/facts';
import type { JsonObject } from '../types';

/** The first response of an API. */
export interface FirstPage extends ListPage, Surroundings {
	body: unknown;
	/** Whether the status is 206: a part of the list. */
	isPartial: boolean;
}

/** A dataset that may describe the API, to be proven by page two. */
export interface Candidate {
	/** As it would be in a `dataSource.json`, not yet validated. */
	dataset: JsonObject;
	/** Sentences on what in the response speaks for it. */
	evidence: string[];
	/** What it would send or follow, for messages: `page` as page number, `next_cursor` as cursor. */
	attempt: string;
	/** Whether nothing in the response speaks for it but that such parameters are usual. */
	isGuess: boolean;
	/** Parameters that are asked about in one request, this one included, and what each of them counts. */
	group?: ReadonlyMap<string, 'page' | 'offset'>;
}

/** What says that there are more pages. */
export interface MoreSign {
	/** A number or a flag is certain; a link or token can also lead to an empty page. */
	kind: 'flag' | 'total' | 'totalPages' | 'next' | 'previous';
	/** For messages. */
	text: string;
}

/** Why the first page is the only one. */
export interface WholeSign {
	evidence: string[];
	/** Whether the response says so clearly; if not, usual parameters are tried first. */
	isCertain: boolean;
	/** Why it is not believed even if these change nothing: a sentence. */
	doubt?: string;
}

/** What the first response of an API shows. */
export interface Detection {
	page: FirstPage;
	/** Best first. */
	candidates: Candidate[];
	whole: WholeSign | undefined;
	/** The records that were found, in a sentence. */
	evidence: string;
	/** What the response says about more pages. */
	seen: MoreSign[];
	/** Whether the response says that there are more records. */
	hasMore: boolean;
	/** What names a page before page one, the likeliest first. */
	previous: readonly Fact[];
}

/** A candidate, and why it is not the dataset. */
export interface Attempt {
	candidate: Candidate;
	reason: string;
}

/** A dataset that was proven. */
export interface FoundDataset {
	dataset: Dataset;
	/** The dataset as it would be in a `dataSource.json`. */
	source: JsonObject;
	evidence: string[];
}
