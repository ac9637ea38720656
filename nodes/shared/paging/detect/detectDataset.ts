import { validateDataset } from '../dataset/validate';
import { beginsLater } from '../response/numbering';
import { strategyFor } from '../schemes';
import type { PageRequest, PagingOptions } from '../types';
import { absoluteUrl } from '../url';
import { datasetOf, type ProvenScheme } from './provenSchemes';
import { Recorder } from './recorder';
import { type ProvenDataset, Search } from './search';
import { SimilarList } from './similarLists';

/**
 * Finds out how an API pages from its URL alone: reads page one, and proves what it suggests by
 * page two.
 *
 * @param url absolute, or a path below the base URL
 * @param options as for `paginate`; limits other than `interval` are those of the run that follows
 * @param list its place among lists with similar URLs; after an error the caller calls its `leave`
 * @returns the dataset and what it rests on
 * @throws PagingError when it is not certain, with what the response shows and which fields to fill
 *   in; when the first response is not a page; and when the signal is aborted
 * @throws what the sender throws for the first request
 */
export async function detectDataset(
	url: string,
	options: PagingOptions,
	list = new SimilarList(),
): Promise<ProvenDataset> {
	const { dataset } = validateDataset({ url });
	const address = absoluteUrl(dataset.url, options.baseUrl);
	const recorder = new Recorder(options);
	const open = async (request: PageRequest) =>
		new Search(await recorder.send(request, recorder.control), address, recorder, options);
	const proven = await list.firstScheme();
	// With the parameters that the run will send, if that scheme fits. What is wrong then shows without them.
	let search = proven && (await open(firstRequest(proven, address)).catch(() => undefined));
	let found = proven && search?.known([proven]);
	if (!search || !found) {
		const own = (search = await open({ method: 'GET', url: address }));
		found =
			own.certain() ?? (await list.fitProven((schemes) => own.known(schemes))) ?? (await own.run());
	}
	list.leave(search.proved);
	const beginsAt = beginsLater(address) ?? (await search.questions.secondPage());
	const { replay, requests } = recorder;
	return { ...found, replay, requests, beginsAt };
}

/** @returns the request by which the scheme reads its first page */
function firstRequest({ property, pagingScheme }: ProvenScheme, url: string): PageRequest {
	const { dataset } = validateDataset(datasetOf({ url, property }, pagingScheme));
	const strategy = strategyFor(dataset, url);
	return strategy.request(strategy.first);
}
