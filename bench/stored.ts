import { DeliveryLedger } from '../nodes/shared/webhook/ledger';
import type { Keeping } from '../nodes/shared/webhook/retention';
import { joinIds, readIds } from '../nodes/shared/webhook/storedEventIds';
import { compare, IS_TRY, round, spread } from './support/compare';
import { conclude, printTable } from './support/results';

const HOUR_MS = 3_600_000;

/** Events of a workflow per hour: one a day, and more. */
const RATES = [1 / 24, 1, 20, 400];
/** As many as fill what is stored; the last of them count. */
const EVENTS = IS_TRY ? 100 : 2_600;
const COUNTED = IS_TRY ? 50 : 500;
const DAYS = 40;

/** Without a time, the last 2,000 are stored, as they were before there was one. */
const BY_NUMBER = 'The last 2,000';
const WAYS: Record<string, number | undefined> = {
	[BY_NUMBER]: undefined,
	'2 hours (TPRM Trigger, Slack)': 2 * HOUR_MS,
	'7 days (Svix, Standard Webhooks)': 7 * 24 * HOUR_MS,
};

/** What a way has written for the last events. */
interface Sample {
	bytesPerEvent: number;
	microsecondsPerEvent: number;
}

/** Receives events at a rate, each of which writes the keys of the static data. */
function receive(perHour: number, resendMs: number | undefined): Sample {
	const ledger = new DeliveryLedger();
	const data = { handledEvents: '' };
	const events = Math.min(DAYS * 24 * perHour, EVENTS);
	const first = events - Math.min(Math.ceil(24 * perHour), COUNTED);
	let bytes = 0;
	let start = performance.now();
	for (let index = 0; index < events; index++) {
		if (index === first) start = performance.now();
		const keeping: Keeping = { now: (index / perHour) * HOUR_MS, resendMs };
		const event = { scopeKey: 'bench', eventKey: index.toString(36).padStart(11, 'k') };
		ledger.claim({
			...event,
			...keeping,
			readState: () => 'done',
			persistNow: true,
			store: {
				load: () => readIds(data.handledEvents, keeping.now),
				save: (handled) => void (data.handledEvents = joinIds(handled, keeping)),
			},
		});
		ledger.settle(event);
		if (index >= first) bytes += JSON.stringify(data).length;
	}
	const microseconds = (performance.now() - start) * 1_000;
	const counted = events - first;
	return { bytesPerEvent: bytes / counted, microsecondsPerEvent: microseconds / counted };
}

/** `npm run bench -- stored`: what webhook triggers write into the static data of a workflow for each event. */
async function main(): Promise<void> {
	const rows: Array<{ perHour: number; way: string; bytes: number; microseconds: number }> = [];
	for (const perHour of RATES) {
		const ways = Object.entries(WAYS).map(
			([way, resendMs]) => [way, async () => receive(perHour, resendMs)] as const,
		);
		const samples = await compare(Object.fromEntries(ways));
		for (const [way, values] of Object.entries(samples))
			rows.push({
				...{ perHour, way },
				bytes: round(spread(values.map(({ bytesPerEvent }) => bytesPerEvent)).median),
				microseconds: round(spread(values.map((one) => one.microsecondsPerEvent)).median),
			});
	}
	printTable<(typeof rows)[number]>(
		'Keys of handled events: what is written for each event',
		[
			['events per hour', ({ perHour }) => round(perHour)],
			['stored', ({ way }) => way],
			['bytes', ({ bytes }) => Math.round(bytes)],
			['µs', ({ microseconds }) => Math.round(microseconds)],
		],
		rows,
	);
	const bytesOf = (perHour: number, name: string) =>
		rows.find((row) => row.perHour === perHour && row.way === name)?.bytes ?? NaN;
	const [, hours = ''] = Object.keys(WAYS);
	conclude('stored', { rows }, [
		...(
			[
				['one a day', 1 / 24, 0.6],
				['1 an hour', 1, 2],
				['20 an hour', 20, 1.5],
			] as const
		).map(([name, perHour, atMost]) => ({
			what: `kB per event at ${name}, ${hours}`,
			value: round(bytesOf(perHour, hours) / 1_000),
			atMost,
		})),
		{
			what: `at 20 an hour, ${hours}, of ${BY_NUMBER}`,
			value: round(bytesOf(20, hours) / bytesOf(20, BY_NUMBER)),
			atMost: 0.1,
		},
	]);
}

void main();
