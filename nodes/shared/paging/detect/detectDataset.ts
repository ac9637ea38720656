import { validateDataset } from '../dataset/validate';
import { beginsLater } from '../response/numbering';
import { strategyFor } from '../schemes';
import type { PageRequest, PagingOptions } from '../types';
import { absoluteUrl } from '../url';
import { datasetOf, type Find } from './finds';
import { Recorder } from './recorder';
import { type ProvenDataset, Search } from './search';
import { Place } from './similarLists';

/**
 * Finds out how an API pages from its URL alone: reads page one, and proves what it suggests by
 * page two.
 *
 * @param url absolute, or a path below the base URL
 * @param options as for `paginate`; limits other than `interval` are those of the run that follows
 * @param place among lists with similar URLs; an error leaves it to the caller to leave it
 * @returns the dataset and what it rests on
 * @throws PagingError when it is not certain, with what the response shows and which fields to fill
 *   in; when the first response is no page; and when the signal is aborted
 * @throws what the sender throws for the first request
 */
export async function detectDataset(
	url: string,
	options: PagingOptions,
	place = new Place(),
): Promise<ProvenDataset> {
	const { dataset } = validateDataset({ url });
	const address = absoluteUrl(dataset.url, options.baseUrl);
	const recorder = new Recorder(options);
	const open = async (request: PageRequest) =>
		new Search(await recorder.send(request, recorder.control), address, recorder, options);
	const find = await place.turn();
	// As the run will, if it fits. What is wrong with it then, the URL alone shows.
	let search = find && (await open(firstRequest(find, address)).catch(() => undefined));
	let found = find && search?.known([find]);
	if (!search || !found) {
		const own = (search = await open({ method: 'GET', url: address }));
		found = own.certain() ?? (await place.known((finds) => own.known(finds))) ?? (await own.run());
	}
	place.leave(search.proved);
	const beginsAt = beginsLater(address) ?? (await search.questions.secondPage());
	const { replay: send, requests } = recorder;
	return { ...found, send, requests, beginsAt };
}

/** @returns the request by which the scheme reads its first page */
function firstRequest({ property, pagingScheme }: Find, url: string): PageRequest {
	const { dataset } = validateDataset(datasetOf({ url, property }, pagingScheme));
	const strategy = strategyFor(dataset, url);
	return strategy.request(strategy.first);
}
