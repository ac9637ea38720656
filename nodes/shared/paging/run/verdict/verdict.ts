import type { FieldText } from '../../fieldText';
import { earlyStop } from './earlyStop';
import { emptyList } from './emptyList';
import { firstPage } from './firstPage';
import { totalAsLimit, unreadRecords } from './gaps';
import { lostOnTheWay } from './lostParameters';
import {
	type Finding,
	isUnanswered,
	type Observed,
	type OpenEnd,
	type RunVerdict,
} from './observed';
import { exceededPageSize, recordsReadTwice } from './pageSizes';
import { total } from './statements/total';
import { changedTotal, configuredTotal, hasReadTotal, otherTotal } from './totals';
import { contradictions, proofOf } from './weigh';

/** What can be said of any run. */
const OF_ANY_RUN: readonly RunVerdict[] = [exceededPageSize, recordsReadTwice, lostOnTheWay];

/** What can be said of a run that has reached an end: only then can it have missed something. */
const OF_A_FINISHED_RUN: readonly RunVerdict[] = [
	firstPage,
	earlyStop,
	configuredTotal,
	changedTotal,
	otherTotal,
	unreadRecords,
	contradictions,
];

/** What the verdicts on a run come to. */
export interface Judgment {
	/** Why it may be incomplete. */
	incomplete: FieldText[];
	/** What else is worth knowing. */
	notices: FieldText[];
	/** What the server has said that settles that everything was read; `undefined` where it is not said, or contradicted. */
	proof: FieldText | undefined;
	/** Whether as many records were read as the server has reported. */
	isTotalRead: boolean;
	/** The one page whose records can tell whether this is the end; `undefined` if nothing is open. */
	doubt: OpenEnd | undefined;
}

/** @returns what the numbers and the answers say about a run that has ended */
export function judge(observed: Observed): Judgment {
	const { ending } = observed;
	const isAtEnd = ending !== undefined && ending.isFinal && ending.stopReason !== 'error';
	// The server has said how many records there are, and they were all read.
	const isProven = ending?.stopReason === 'reachTotalCount' && hasReadTotal(observed);
	const ofItsEnd = isProven ? [totalAsLimit] : OF_A_FINISHED_RUN;
	const verdicts = isAtEnd ? [...OF_ANY_RUN, emptyList, ...ofItsEnd] : OF_ANY_RUN;
	const findings = verdicts.reduce<Finding[]>(
		(before, verdict) => [...before, ...verdict(observed, before)],
		[],
	);
	const judgment: Judgment = {
		incomplete: [],
		notices: [],
		proof: undefined,
		doubt: undefined,
		isTotalRead: total.proves?.(observed) !== undefined,
	};
	for (const finding of findings) {
		if (finding.kind === 'doubt') judgment.doubt = finding;
		else if (finding.kind === 'notice') judgment.notices.push(finding.text);
		else judgment.incomplete.push(finding.text);
	}
	// Records that may lie between pages are counted by a total, and by nothing else.
	const isOpen = judgment.doubt && isUnanswered(judgment.doubt, observed);
	if (isAtEnd && judgment.incomplete.length === 0)
		judgment.proof = isOpen ? total.proves?.(observed) : proofOf(observed);
	return judgment;
}
