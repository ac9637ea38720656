import { growth } from './growth';
import { items } from './items';
import { paging } from './paging';
import { startup } from './startup';
import { withN8n } from './support/n8n';
import type { Part } from './support/part';
import { writes } from './writes';

const PARTS: Record<string, () => Promise<Part> | Part> = {
	paging,
	items,
	writes,
	growth,
	startup,
};

/** Measures the parts that are named, one after the other in one n8n. */
async function main(names: string[]): Promise<void> {
	const parts: Part[] = [];
	try {
		for (const name of names) {
			const make = PARTS[name];
			if (!make) throw new Error(`There is no part ${name}`);
			parts.push(await make());
		}
		const settings = parts.map((part) => part.settings);
		const together = {
			environment: Object.assign({}, ...settings.map(({ environment }) => environment)),
			credential: Object.assign({}, ...settings.map(({ credential }) => credential)),
			more: settings.flatMap(({ more = [] }) => more),
		};
		const workflows = parts.flatMap((part) => part.workflows);
		await withN8n(workflows, together, async (n8n) => {
			for (const { measure } of parts) await measure(n8n);
		});
	} finally {
		for (const { stop } of parts) stop?.();
	}
}

main(process.argv.slice(2).filter((arg) => !arg.startsWith('--'))).catch((error: Error) => {
	console.error(error);
	process.exitCode = 1;
});
