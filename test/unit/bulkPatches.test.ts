import fc from 'fast-check';

import { groupPatches } from '../../nodes/Scope/actions/scope/bulkPatches';

const entry = (itemIndex: number, scopeId: string, patch: Record<string, string>) => ({
	itemIndex,
	input: { scopeId, patch },
});

/** Items whose patches agree by construction: the owner follows from the scope. */
const agreeing = fc
	.array(fc.integer({ min: 0, max: 60 }), { maxLength: 200 })
	.map((scopes) => scopes.map((n, i) => entry(i, `s${n}`, { owner: `o${n % 4}` })));

it('sends every wanted change exactly once, in as few requests as the batch size allows', () => {
	fc.assert(
		fc.property(agreeing, fc.integer({ min: 1, max: 20 }), (entries, batchSize) => {
			const bulks = groupPatches(entries, batchSize);
			const sent = bulks.flatMap(({ scopes, patch }) =>
				[...scopes].flatMap(([id, items]) => items.map((item) => [item, id, patch.owner])),
			);
			const wanted = entries.map(({ itemIndex, input }) => [
				itemIndex,
				input.scopeId,
				input.patch.owner,
			]);
			const order = (a: unknown[], b: unknown[]) => Number(a[0]) - Number(b[0]);
			expect(sent.sort(order)).toEqual(wanted);

			const scopesByOwner = new Map<unknown, Set<string>>();
			for (const { input } of entries) {
				const ids = scopesByOwner.get(input.patch.owner) ?? new Set();
				scopesByOwner.set(input.patch.owner, ids.add(input.scopeId));
			}
			const fewest = [...scopesByOwner.values()].reduce(
				(sum, ids) => sum + Math.ceil(ids.size / batchSize),
				0,
			);
			expect(bulks).toHaveLength(fewest);
		}),
	);
});

it('takes patches for equal whatever the order of their members', () => {
	const bulks = groupPatches(
		[entry(0, 'a', { name: 'n', owner: 'o' }), entry(1, 'b', { owner: 'o', name: 'n' })],
		10,
	);
	expect(bulks).toHaveLength(1);
});
