import type { Page, Pages, Summary } from '../../../nodes/shared/paging/types';
import { forEachPage } from '../../../nodes/shared/paging/run/paginate';

const SUMMARY: Summary = {
	...{ pages: 1, requests: 1, items: 1, total: null, stopReason: 'noNextPage' },
	...{ warnings: [], notes: [], incomplete: [], proof: null, resume: null },
};

it('goes on with the page that a wrapper returns after an error that it has caught', async () => {
	const page = (index: number): Page => ({ items: [index], index, resume: () => null });
	async function* pages(): Pages {
		try {
			yield await Promise.resolve(page(0));
		} catch {
			yield page(1);
		}
		return SUMMARY;
	}
	const handled: unknown[] = [];
	const summary = await forEachPage(pages(), ({ items }) => {
		if (items[0] === 0) throw new Error('not this one');
		handled.push(...items);
	});
	expect({ handled, summary }).toEqual({ handled: [1], summary: SUMMARY });
});
