'use strict';

/** The least that reads many lists with a bound: a loop over n8n's own helper. n8n loads it as it is. */
class BareLoop {
	description = {
		displayName: 'Bare Loop',
		name: 'bareLoop',
		group: ['input'],
		version: 1,
		description: 'Reads the pages of many lists',
		defaults: { name: 'Bare Loop' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [
			{ displayName: 'At Once', name: 'atOnce', type: 'number', default: 8 },
			{ displayName: 'Pages', name: 'pages', type: 'number', default: 1 },
		],
	};

	async execute() {
		const items = this.getInputData();
		const atOnce = this.getNodeParameter('atOnce', 0);
		const pages = this.getNodeParameter('pages', 0);
		const found = items.map(() => []);
		let next = 0;
		const read = async () => {
			while (next < items.length) {
				const item = next++;
				const { url } = items[item].json;
				for (let page = 1; page <= pages; page++) {
					const body = await this.helpers.httpRequest({ url, qs: { page }, json: true });
					for (const json of body.items) found[item].push({ json, pairedItem: { item } });
				}
			}
		};
		await Promise.all(Array.from({ length: atOnce }, read));
		return [found.flat()];
	}
}

module.exports = { BareLoop };
