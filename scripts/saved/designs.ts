import { credentialOf, DESIGNS } from '../../sandbox/designs';
import type { Design, Reading } from '../../sandbox/designs';
import type { DesignCredential } from '../../sandbox/designs/signIn';

/** An API of the table of designs that a saved workflow reads. */
export interface SavedDesign {
	/** Its name in those of files, addresses, and credentials. */
	slug: string;
	/** Stands for the address of its server, which is another one in each run. */
	address: string;
	design: Design;
	reading: Reading;
	authentication: DesignCredential['authentication'];
	/** Fields of the credential. */
	data: DesignCredential['data'];
}

/** One for each way to sign in, with stop conditions that the reference service does not have. */
const CHOSEN: Array<[name: string, reading: number]> = [
	['Confluence', 0],
	['GBIF', 0],
	['GLPI', 0],
	['Linode', 0],
	['Pipedrive', 1],
	['Vanta-like', 0],
];

/** An API that can be asked for what changed, which none of the others can. */
const changing: Design = {
	name: 'Changing',
	docs: '',
	path: '/records',
	signIn: { kind: 'none' },
	pager: {
		...{ by: 'page', parameter: 'page', size: 'size', max: 100 },
		allowed: ['updatedSince'],
	},
	record: (index) => ({
		id: index + 1,
		createdAt: '2026-01-05T08:00:00Z',
		updatedAt: `2026-01-05T09:${10 + index}:00Z`,
	}),
	answer: ({ records, total }) => ({ body: { items: records, total } }),
	refuse: ({ message }) => ({ status: 400, body: { message } }),
	readings: [
		{
			property: 'items',
			pagingScheme: {
				type: 'pageBased',
				request: { pageParameter: 'page', limitParameter: 'size', limitValue: 100 },
				response: { totalCount: 'total' },
				pageUntil: 'reachTotalCount',
			},
		},
	],
	automatic: true,
};

export const CHANGING = savedDesign(changing, 0);

export const SAVED_DESIGNS: SavedDesign[] = [
	CHANGING,
	...CHOSEN.map(([name, index]) => {
		const design = DESIGNS.find((candidate) => candidate.name === name);
		if (!design) throw new Error(`There is no design ${name}`);
		return savedDesign(design, index);
	}),
];

function savedDesign(design: Design, index: number): SavedDesign {
	const reading = design.readings[index];
	if (!reading) throw new Error(`${design.name} has no reading ${index}`);
	const slug = design.name.toLowerCase();
	const address = `https://${slug}.example.com`;
	return { slug, address, design, reading, ...credentialOf(design, address) };
}
