import { PassThrough } from 'node:stream';

import { UserError } from 'n8n-workflow';

import { withBody } from '../../../nodes/shared/service/body';

const SILENCE_MS = 100;

let now = 0;
let timers: Array<{ ms: number; fire: () => void }> = [];

beforeEach(() => {
	now = 0;
	timers = [];
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const controller = new AbortController();
		timers.push({ ms, fire: () => controller.abort() });
		return controller.signal;
	});
});
afterEach(() => jest.restoreAllMocks());

/** Lets the reader take what has arrived. */
const settled = async () => await new Promise((resolve) => setImmediate(resolve));

async function slowBody() {
	const body = new PassThrough();
	const answer = { kind: 'answer', status: 200, headers: {}, body } as const;
	const read = withBody(answer, { maxMegabytes: 1, silenceMs: SILENCE_MS, hint: '' });
	const result = read.catch((error: unknown) => error);
	await settled();
	now = 80;
	body.write('[1,');
	await settled();
	return { body, result };
}

it('a response may take longer than Timeout, as long as it goes on', async () => {
	const { body, result } = await slowBody();
	now = 100;
	timers[0]?.fire();
	await settled();
	now = 160;
	body.end('2]');
	expect(await result).toMatchObject({ body: [1, 2] });
	expect(timers.map(({ ms }) => ms)).toEqual([100, 80]);
});

it('a response that stops in between ends with Timeout after its last part', async () => {
	const { result } = await slowBody();
	now = 100;
	timers[0]?.fire();
	await settled();
	now = 180;
	timers[1]?.fire();
	expect(await result).toMatchObject({ code: 'ETIMEDOUT' });
});

it('a response that only drips ends after ten times Timeout, and is not asked for again', async () => {
	const { body, result } = await slowBody();
	for (now = 160; now <= 1_000; now += 80) {
		body.write('1,');
		await settled();
	}
	expect(body.destroyed).toBe(false);
	now = 1_001;
	body.write('1,');
	const error = await result;
	expect(error).toBeInstanceOf(UserError);
	expect(error).toMatchObject({ message: 'The response was not complete after 1 s' });
	expect(body.destroyed).toBe(true);
});

it('a large response may take longer', async () => {
	const { body, result } = await slowBody();
	for (now = 160; now <= 9_000; now += 80) {
		body.write(' '.repeat(3_000));
		await settled();
	}
	body.end('2]');
	expect(await result).toMatchObject({ body: [1, 2] });
});
