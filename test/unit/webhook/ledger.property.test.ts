import fc from 'fast-check';

import { FUZZ_RUNS, FUZZ_TIMEOUT_MS } from '../../helpers/amounts';
import type { Ending } from './receiver';
import { Receiver } from './receiver';

type Step =
	| { do: 'deliver'; event: number }
	| { do: 'finish'; which: number; ending: Ending }
	| { do: 'restart'; ran: boolean };

const EVENTS = 6;

const mode = fc.constantFrom('onReceived' as const, 'lastNode' as const);
const ending = fc.constantFrom<Ending>('answered', 'answerLost', 'runFailed', 'connectionLost');
const deliver = fc.record({ do: fc.constant('deliver' as const), event: fc.nat(EVENTS - 1) });
const finish = fc.record({ do: fc.constant('finish' as const), which: fc.nat(20), ending });
const restart = fc.record({ do: fc.constant('restart' as const), ran: fc.boolean() });

function perform(receiver: Receiver, step: Step): void {
	if (step.do === 'deliver') receiver.deliver(`evt_${step.event}`);
	else if (step.do === 'restart') receiver.restart(step.ran);
	else receiver.finish(step.which % Math.max(1, receiver.running.length), step.ending);
}

/** The sender goes on until every event is acknowledged, and from here on nothing fails. */
function sendTheRest(receiver: Receiver): void {
	while (receiver.running.length > 0) receiver.finish(0, 'answered');
	for (let event = 0; event < EVENTS; event++) {
		const { acknowledged } = receiver.history(`evt_${event}`);
		if (acknowledged) continue;
		if (receiver.deliver(`evt_${event}`) === 'new') receiver.finish(0, 'answered');
	}
}

function expectEachOnce(receiver: Receiver): void {
	for (const [event, { runs, excused, acknowledged }] of receiver.histories) {
		const seen = { event, acknowledged, atLeastOnce: runs >= 1, atMostOnce: runs <= 1 + excused };
		expect(seen).toEqual({ event, acknowledged: true, atLeastOnce: true, atMostOnce: true });
	}
	expect(receiver.histories.size).toBe(EVENTS);
}

function check(steps: fc.Arbitrary<Step[]>): void {
	fc.assert(
		fc.property(mode, steps, (acknowledge, all) => {
			const receiver = new Receiver(acknowledge);
			for (const step of all) perform(receiver, step);
			sendTheRest(receiver);
			expectEachOnce(receiver);
		}),
		{ numRuns: FUZZ_RUNS },
	);
}

test(
	'any interleaving: every event runs, and only once unless its answer failed',
	() => check(fc.array(fc.oneof(deliver, finish), { maxLength: 60 })),
	FUZZ_TIMEOUT_MS,
);

test(
	'the same with restarts: once more only where nothing of the first run was stored',
	() =>
		check(
			fc.array(
				fc.oneof(
					{ arbitrary: deliver, weight: 5 },
					{ arbitrary: finish, weight: 5 },
					{ arbitrary: restart, weight: 2 },
				),
				{ maxLength: 60 },
			),
		),
	FUZZ_TIMEOUT_MS,
);

test(
	'one delivery after the other, stored at once: exactly once in spite of restarts',
	() => {
		const attempt = fc.record({
			event: fc.nat(EVENTS - 1),
			ending: fc.constantFrom<Ending>('answered', 'answerLost', 'runFailed'),
			restartsAfter: fc.boolean(),
		});
		fc.assert(
			fc.property(fc.array(attempt, { maxLength: 40 }), (attempts) => {
				const receiver = new Receiver('onReceived');
				for (const { event, ending: how, restartsAfter } of attempts) {
					if (receiver.deliver(`evt_${event}`) === 'new') receiver.finish(0, how);
					if (restartsAfter) receiver.restart(false);
				}
				sendTheRest(receiver);
				const runs = [...receiver.histories.values()].map((history) => history.runs);
				expect(runs).toEqual(Array.from({ length: EVENTS }, () => 1));
			}),
			{ numRuns: FUZZ_RUNS },
		);
	},
	FUZZ_TIMEOUT_MS,
);
