import type { TriggerSettings } from '../../../nodes/TprmVendorTrigger/decide';
import { decide } from '../../../nodes/TprmVendorTrigger/decide';
import { isPing } from '../../../nodes/TprmVendorTrigger/envelope';
import type { ClaimVerdict } from '../../../nodes/shared/webhook/ledger';
import { NOW_SECONDS, OLD_SECRET, SECRET, signedHeaders } from './sign';

const BODY = '{"id":"evt_1","type":"vendor.created","delivery_id":"whd_1"}';

interface Case {
	body?: string;
	headers?: Record<string, string>;
	settings?: Partial<TriggerSettings>;
	claim?: ClaimVerdict;
	at?: number;
}

/** Decides about a genuine, new delivery, apart from what the case changes. */
function decideOn({ body = BODY, headers, settings, claim = 'new', at = NOW_SECONDS }: Case = {}) {
	const asked: string[] = [];
	const decision = decide(
		{ body: Buffer.from(body), headers: headers ?? signedHeaders(body) },
		{
			secrets: [SECRET, ''],
			events: ['vendor.created'],
			toleranceSeconds: 300,
			includeDelivery: false,
			...settings,
		},
		(eventKey) => {
			asked.push(eventKey);
			return claim;
		},
		at * 1000,
	);
	return { ...decision, status: decision.run ? 200 : decision.status, asked };
}

const kinds = (result: ReturnType<typeof decideOn>) => result.notes.map(({ kind }) => kind);

it('a genuine new event runs, under the key of its id', () => {
	const result = decideOn();
	expect(result).toMatchObject({ run: true, asked: ['evt_1'], notes: [] });
});

it.each<[string, Case, number, string]>([
	['unreadable credential', { settings: { secrets: undefined } }, 503, 'unreadable'],
	['no secret', { settings: { secrets: ['', ' '] } }, 503, 'noSecret'],
	['another secret', { headers: signedHeaders(BODY, { secrets: ['x'] }) }, 401, 'wrongSignature'],
	['no signature', { headers: {} }, 401, 'missingSignature'],
	['too late', { at: NOW_SECONDS + 301 }, 503, 'outsideTolerance'],
	['too early', { at: NOW_SECONDS - 301 }, 503, 'outsideTolerance'],
	[
		'a tolerance that is no number',
		{ settings: { toleranceSeconds: NaN } },
		503,
		'outsideTolerance',
	],
	['no body', { body: '' }, 200, 'emptyBody'],
	['no JSON', { body: '{' }, 200, 'notJson'],
	['no object', { body: 'null' }, 200, 'noObject'],
	['no type', { body: '{"type":" "}' }, 200, 'noType'],
])('%s: no run and no claim', (_name, given, status, kind) => {
	const result = decideOn(given);
	expect(result).toMatchObject({ run: false, status, asked: [] });
	expect(kinds(result)).toEqual([kind]);
});

it.each<[string, Case, number]>([
	['not chosen', { settings: { events: ['vendor.updated'] } }, 200],
	['nothing chosen', { settings: { events: [] } }, 200],
	['in work', { claim: 'busy' }, 503],
	['seen before', { claim: 'duplicate' }, 200],
])('%s: no run, nothing logged', (_name, given, status) => {
	expect(decideOn(given)).toMatchObject({ run: false, status, notes: [] });
});

it('no answer to a genuine delivery counts towards deactivation, and none to others is a 2xx', () => {
	for (const claim of ['new', 'busy', 'duplicate'] as const) {
		for (const body of [BODY, '', '[]', 'x', '{"type":"unknown"}']) {
			expect([200, 503]).toContain(decideOn({ body, claim }).status);
			const headers = signedHeaders(body, { secrets: ['x'] });
			expect(decideOn({ body, claim, headers }).status).toBe(401);
		}
	}
});

it('warns of a retired secret whatever else becomes of the delivery', () => {
	const headers = signedHeaders(BODY, { secrets: [SECRET, OLD_SECRET] });
	const settings = { secrets: [OLD_SECRET] };
	expect(kinds(decideOn({ headers, settings }))).toEqual(['retiredSecret']);
	expect(kinds(decideOn({ headers, settings, claim: 'duplicate' }))).toEqual(['retiredSecret']);
});

it('reads a body with a byte order mark', () => {
	expect(decideOn({ body: `\uFEFF${BODY}` }).run).toBe(true);
});

it('takes few names for a ping', () => {
	for (const name of ['ping', 'webhook.ping', 'endpoint.verification', 'webhook.test', 'PING']) {
		expect([name, isPing(name)]).toEqual([name, true]);
	}
	for (const name of ['vendor.created', 'vendor.verification', 'shipping', 'test', 'vendor.test']) {
		expect([name, isPing(name)]).toEqual([name, false]);
	}
});
