import type { IDataObject } from 'n8n-workflow';

import type { WorkflowResult } from '../../sandbox/engine/engine';
import { NODE } from '../../sandbox/engine/singleNode';
import type { Vendor } from '../../sandbox/service/vendorFields';
import { SOME_VENDORS } from '../../sandbox/service/vendorSamples';
import { amount } from '../helpers/amounts';
import { withFakeClock } from '../helpers/fakeClock';
import { harnessForEach } from '../helpers/harness';
import { seeded } from '../helpers/seeded';
import { runVendor } from '../helpers/vendors';

/** A register and a table that both change; what is right is said by a model that has none of our code. */
const harness = harnessForEach({ vendors: SOME_VENDORS.slice(0, 30), documents: [] });

const LIVES = Array.from({ length: amount(8, 300) }, (_, index) => index + 1);
const RUNS_PER_LIFE = 5;

type Random = () => number;
type Field = 'external_id' | 'name' | 'domain';
type Register = Map<string, Vendor>;

/** What a row of the table means, however its cells are spelled. */
interface Meant {
	external_id: string;
	name: string;
	domain: string;
	notes?: string;
	risk_rating?: string;
	owner_email?: string;
	tags?: string[];
}

const below = (random: Random, count: number) => Math.floor(random() * count);
const pick = <T>(random: Random, list: readonly T[]): T => list[below(random, list.length)] as T;

const registerNow = (): Register => structuredClone(harness.service.vendors.byId);

const writeCount = () =>
	harness.service.log
		.find()
		.filter(({ path, method }) => method !== 'GET' && !/token$|search$/.test(path)).length;

/** The same for all spellings that mean one vendor. */
function keyOf(field: Field, value: unknown, ignoresCase: boolean): string {
	const text = String(value ?? '')
		.normalize('NFC')
		.replaceAll(/\s+/g, ' ')
		.trim();
	if (field === 'domain') {
		const [, host = ''] = /^(?:https?:\/\/)?(?:www\.)?(.*?)[./]?$/i.exec(text) ?? [];
		return host.toLowerCase();
	}
	return ignoresCase ? text.toLowerCase() : text;
}

let newest = 0;

/** A vendor that nobody has heard of before. */
function newMeant(random: Random): Meant {
	newest++;
	return {
		external_id: `N-${newest}`,
		name: `${pick(random, ['Müller', 'Łódź Works', 'Ångström', 'Acme'])} ${newest}`,
		domain: `new-${newest}.example`,
		...edits(random),
		...{ owner_email: 'owner@example.com' },
	};
}

function edits(random: Random): Partial<Meant> {
	return {
		...(random() < 0.4 && { notes: pick(random, ['a note', 'two\nlines', 'naïve — 20 °C']) }),
		...(random() < 0.4 && { risk_rating: pick(random, ['low', 'medium', 'high']) }),
		...(random() < 0.3 && { tags: pick(random, [['a'], ['a', 'b']]) }),
	};
}

function meantOf({ external_id, name, domain }: Vendor): Meant {
	return { external_id: external_id ?? '', name, domain: domain ?? '' };
}

/** Cells as people, forms and spreadsheets write them. */
function spelled(random: Random, meant: Meant, field: Field, ignoresCase: boolean): IDataObject {
	const row: IDataObject = { ...meant };
	const value = meant[field];
	const ways = [
		value,
		` ${value} `,
		`${value}\u00a0`,
		`\u200b${value}`,
		value.normalize('NFD'),
		value.replaceAll(' ', '\u00a0'),
		...(ignoresCase ? [value.toUpperCase()] : []),
		...(field === 'domain' ? [`https://www.${value}/`, `${value}.`, value.toUpperCase()] : []),
	];
	row[field] = random() < 0.7 ? value : pick(random, ways);
	for (const name of ['notes', 'risk_rating', 'owner_email', 'tags'])
		if (row[name] === undefined && random() < 0.2) row[name] = pick(random, ['', ' ', null]);
	// What the service sets is in a table that it has returned.
	if (random() < 0.1) row.status = 'active';
	return row;
}

/** Somebody works in the register. */
function editRegister(random: Random): void {
	const { vendors } = harness.service;
	for (let left = below(random, 4); left > 0; left--) {
		const vendor = pick(random, [...vendors.byId.values()]);
		const change = pick(random, ['archive', 'rename', 'edit', 'add', 'remove', 'restore'] as const);
		newest++;
		if (change === 'archive') vendors.archive(vendor.id);
		if (change === 'restore') vendor.status = 'active';
		if (change === 'rename') Object.assign(vendor, { name: `Renamed ${newest}` });
		if (change === 'edit') Object.assign(vendor, edits(random));
		if (change === 'remove' && random() < 0.3) vendors.byId.delete(vendor.id);
		if (change === 'add')
			vendors.byId.set(`vnd_own${newest}`, {
				...structuredClone(vendor),
				...{ id: `vnd_own${newest}`, status: pick(random, ['active', 'archived']) },
				...{ external_id: `O-${newest}`, name: `Own ${newest}`, domain: `own-${newest}.example` },
			});
	}
}

/** Somebody works in the table. */
function editTable(random: Random, table: Meant[], register: Register): Meant[] {
	const edited = table.map((row) => ({ ...row }));
	for (let left = below(random, 5); left > 0; left--) {
		const at = below(random, edited.length);
		const row = edited[at];
		const change = pick(random, ['add', 'remove', 'rename', 'edit', 'key', 'again', 'adopt']);
		newest++;
		if (change === 'add') edited.splice(at, 0, newMeant(random));
		if (change === 'remove' && edited.length > 1) edited.splice(at, 1);
		if (change === 'adopt') edited.push(meantOf(pick(random, [...register.values()])));
		if (!row) continue;
		if (change === 'rename') row.name = `Renamed ${newest}`;
		if (change === 'edit') Object.assign(row, edits(random));
		if (change === 'key') Object.assign(row, { external_id: `K-${newest}`, notes: 'another key' });
		if (change === 'again') edited.push({ ...row, ...edits(random) });
	}
	// Half of a list, as when a filter was left on.
	return random() < 0.1 ? edited.filter(() => random() < 0.5).concat(newMeant(random)) : edited;
}

interface Settings {
	field: Field;
	ignoresCase: boolean;
	archives: boolean;
	/** What Keep has. */
	kept: string[];
	limit: number | undefined;
}

/** What is to be after a run. */
interface Expected {
	vendors: Map<string, Partial<Vendor>>;
	/** New ones, by key. */
	created: Map<string, Partial<Vendor>>;
	archived: Set<string>;
	/** Whether a row cannot be done. */
	hasErrors: boolean;
	isTooMuch: boolean;
}

function expectedAfter(register: Register, rows: Meant[], settings: Settings): Expected {
	const { field, ignoresCase, archives, kept, limit } = settings;
	const key = (value: unknown) => keyOf(field, value, ignoresCase);
	const vendors = new Map<string, Partial<Vendor>>(
		[...register].map(([id, vendor]) => [id, { ...vendor }]),
	);
	const created: Expected['created'] = new Map();
	const named = new Set<string>();
	let hasErrors = false;
	for (const row of rows) {
		const wanted = key(row[field]);
		const found = [...register.values()].filter((vendor) => key(vendor[field]) === wanted);
		if (wanted === '' || found.length > 1) {
			hasErrors = true;
			continue;
		}
		const [known] = found;
		if (known) named.add(known.id);
		const target = known ? vendors.get(known.id) : (created.get(wanted) ?? {});
		Object.assign(target ?? {}, row, known && { [field]: known[field] });
		if (!known) created.set(wanted, target ?? {});
	}
	const active = [...register.values()].filter(({ status }) => status === 'active');
	const isMeant = (text: string, vendor: Vendor) =>
		[vendor.id, vendor.name, vendor[field]].some(
			(own) => keyOf('name', own, true) === keyOf('name', text, true),
		);
	// Who is to be kept may have got another name.
	const isUnknown = (text: string) => [...register.values()].every((each) => !isMeant(text, each));
	hasErrors ||= archives && kept.some(isUnknown);
	const gone = active.filter(
		(vendor) => !named.has(vendor.id) && !kept.some((text) => isMeant(text, vendor)),
	);
	const archived = new Set(archives && !hasErrors ? gone.map(({ id }) => id) : []);
	const isTooMuch =
		limit === undefined
			? archived.size > 10 && archived.size > 0.2 * active.length
			: archived.size > limit;
	return { vendors, created, archived, hasErrors, isTooMuch };
}

/** The fields that a table can have, without what the match ignores. */
function told(
	vendor: Partial<Vendor> | Meant,
	{ field, ignoresCase }: Settings,
): Record<string, unknown> {
	const { external_id, name, domain, notes, risk_rating, owner_email, tags } = vendor;
	const fields = { external_id, name, domain, notes, risk_rating, owner_email, tags };
	return {
		...Object.fromEntries(
			Object.entries(fields).map(([member, value]) => [
				member,
				Array.isArray(value) ? value.join() : (value ?? '').trim().normalize('NFC'),
			]),
		),
		[field]: keyOf(field, vendor[field], ignoresCase),
	};
}

/** What a new vendor has where nothing was sent, only the service knows: `null` or `[]`. */
function evidenceOf({ action, why, warning, changes, name }: IDataObject) {
	const told = JSON.stringify(changes ?? {}).replaceAll('"previous":[]', '"previous":null');
	return { action, why, warning, changes: told, name };
}

/** Troubles that a client has to live with, at any request about vendors. */
function injectTrouble(random: Random): void {
	const { faults } = harness.service;
	faults.random = random;
	const path = /^\/tprm-api\/vendors/;
	const probability = pick(random, [0.02, 0.1, 0.4]);
	const on = { path, times: 1_000, probability };
	faults.add({ ...on, fault: { kind: 'status', status: 429, retryAfter: '1' } });
	faults.add({ ...on, fault: { kind: 'status', status: 500 } });
	faults.add({ ...on, fault: { kind: 'reset', when: 'after' } });
	faults.add({ ...on, fault: { kind: 'reset', when: 'before' } });
}

/** A run that has failed has lost nothing, and has done nothing but a part of what it was to do. */
function checkPart(
	before: Register,
	after: Register,
	table: Meant[],
	wanted: Expected,
	settings: Settings,
): void {
	const key = (vendor: Partial<Vendor> | Meant) =>
		keyOf(settings.field, vendor[settings.field], settings.ignoresCase);
	for (const [id, vendor] of before) {
		expect(after.has(id)).toBe(true);
		const now = after.get(id) ?? vendor;
		if (now.status !== vendor.status) expect(wanted.archived).toContain(id);
		// A row may be overridden by a later one that did not come through.
		const rows = table.filter((row) => key(row) === key(vendor));
		const allowed = [vendor, ...rows].map((each) => told(each, settings));
		for (const [name, value] of Object.entries(told(now, settings)))
			expect(allowed.map((each) => [name, each[name]])).toContainEqual([name, value]);
	}
	const made = [...after.values()].filter(({ id }) => !before.has(id)).map(key);
	expect(new Set(made).size).toBe(made.length);
	for (const each of made) expect([...wanted.created.keys()]).toContain(each);
}

/** The register is what the table says, and nothing else has changed. */
function checkWhole(before: Register, after: Register, wanted: Expected, settings: Settings): void {
	const key = (vendor: Partial<Vendor>) =>
		keyOf(settings.field, vendor[settings.field], settings.ignoresCase);
	const known = [...after].filter(([id]) => before.has(id));
	const status = ({ id, status: present }: Vendor) =>
		wanted.archived.has(id) ? 'archived' : present;
	expect(
		Object.fromEntries(
			known.map(([id, each]) => [id, { ...told(each, settings), is: each.status }]),
		),
	).toEqual(
		Object.fromEntries(
			[...before].map(([id, each]) => [
				id,
				{ ...told(wanted.vendors.get(id) ?? {}, settings), is: status(each) },
			]),
		),
	);
	const made = [...after.values()].filter(({ id }) => !before.has(id));
	expect(made.map(key).sort()).toEqual([...wanted.created.keys()].sort());
	for (const each of made)
		expect(told(each, settings)).toEqual(told(wanted.created.get(key(each)) ?? {}, settings));
}

function failed(result: WorkflowResult): boolean {
	return result.error !== undefined || result.json(NODE).some(({ error }) => error !== undefined);
}

describe('the register matches the table', () => {
	it.each(LIVES)('at each step of life %i', async (life) => {
		const random = seeded(life);
		newest = 0;
		const { vendors, faults, authority } = harness.service;
		authority.tokenLifetime = 24 * 60 * 60;
		const field = pick<Field>(random, ['external_id', 'name', 'domain']);
		let table = [...vendors.byId.values()]
			.filter(({ status }) => status === 'active' && random() < 0.95)
			.map(meantOf);
		for (let run = 0; run < RUNS_PER_LIFE; run++) {
			editRegister(random);
			const before = registerNow();
			table = editTable(random, table, before);
			const kept = [...before.values()]
				.filter(() => random() < 0.05)
				.map(({ id, name }) => pick(random, [id, name, ` ${name.toUpperCase()}`]));
			const settings: Settings = {
				...{ field, kept, ignoresCase: random() < 0.3, archives: random() < 0.6 },
				limit: random() < 0.3 ? pick(random, [0, 2, 1_000]) : undefined,
			};
			const rows = table.map((row) => spelled(random, row, field, settings.ignoresCase));
			const wanted = expectedAfter(before, table, settings);
			const parameters = {
				matchField: field,
				options: {
					...{ concurrentRequests: pick(random, [1, 8, 32]), ignoreCase: settings.ignoresCase },
					...{ archiveUnnamed: settings.archives, keep: kept.join(', ') },
					...(settings.limit !== undefined && { removalLimit: settings.limit }),
				},
			};
			const onError = pick(random, ['stopWorkflow', 'continueRegularOutput'] as const);
			const sync = async (dryRun = false) =>
				await withFakeClock(() =>
					runVendor(harness, 'sync', { ...parameters, dryRun }, rows, { onError }),
				);
			const planned = random() < 0.5 ? (await sync(true)).json(NODE) : undefined;
			expect(registerNow()).toEqual(before);
			if (random() < 0.4) injectTrouble(random);
			const result = await sync();
			faults.clear();
			const after = registerNow();
			const about = JSON.stringify({ parameters, rows, error: result.error?.message });
			try {
				if (failed(result)) checkPart(before, after, table, wanted, settings);
				else {
					expect([wanted.hasErrors, wanted.isTooMuch]).toEqual([false, false]);
					checkWhole(before, after, wanted, settings);
					if (planned) expect(result.json(NODE).map(evidenceOf)).toEqual(planned.map(evidenceOf));
				}
				// Whatever has gone wrong, the next run ends it.
				const rest = registerNow();
				const left = expectedAfter(rest, table, settings);
				const next = await sync();
				expect(failed(next)).toBe(left.hasErrors || left.isTooMuch);
				if (failed(next)) continue;
				checkWhole(rest, registerNow(), left, settings);
				const count = writeCount();
				const last = await sync();
				expect(last.json(NODE).filter(({ action }) => action !== 'unchanged')).toEqual([]);
				expect(writeCount()).toBe(count);
				if (!failed(result))
					expect(next.json(NODE).map(({ action }) => action)).not.toContain('updated');
			} catch (error) {
				throw new Error(`${String(error)}\n${about}`, { cause: error });
			}
		}
	});
});
