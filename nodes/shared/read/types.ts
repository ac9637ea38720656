import type { IExecuteFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { ByChangedAt, ByContent } from '../changes/changeOptions';
import type { ChangedAtFilter } from '../changes/filter';
import type { ChangeCounts } from '../changes/reader';
import type { Answer, SendResult } from '../http/answer';
import type { Clean } from '../http/redact';
import type { RetryResult } from '../http/retry';
import type { ErrorTexts } from '../n8n/nodeErrors';
import type { ParameterSource } from '../node/columns';
import type { ItemParameters } from '../node/itemParameters';
import type { CheckedDataset } from '../paging/dataset/types';
import type { Say } from '../paging/fieldText';
import type { PagingError } from '../paging/pagingErrors';
import type { Limits, PageRequest, Summary } from '../paging/types';
import type { RequestContext, RequestLimits } from '../service/call';
import type { WholeAnswerOptions } from '../service/send';
import type { SecretCover } from './signIn/secretCover';

/** What reading takes of n8n: what a run has, and a poll too. */
export interface ReadContext
	extends
		ParameterSource,
		RequestContext,
		Pick<IExecuteFunctions, 'logger' | 'getExecutionCancelSignal' | 'getInstanceId'> {}

/** A request that is complete but for what signs it in. */
export type HttpOptions = WholeAnswerOptions & { encoding: 'stream' };

/** Reads the body of an answer that n8n returned as a stream. */
type ReadBody = (answer: Answer) => Promise<Answer>;

/** How the requests of one input item are signed in, and what must stay secret about it. */
export interface SignIn {
	/** Whether requests contain a secret of a credential: they follow no redirects then. */
	hasCredential: boolean;
	/** Base URL of the credential; `''` without one. */
	baseUrl: string;
	/**
	 * What tells the accounts apart that a credential may be changed to, without its secrets. With OAuth2,
	 * n8n does not say who has signed in: only another client is another account.
	 */
	account(): string;
	/** Origins that next URLs may have besides that of the first request. */
	allowedOrigins: readonly string[];
	/** Lower-case names of the headers that the credential sets. */
	ownHeaders: readonly string[];
	/** Whether several input items begin with one request, since it may have to renew the token. */
	beginsAlone?: boolean;
	/** For texts that the API has sent, and for URLs: removes every form of the secret. */
	clean: Clean;
	/** Covers what an API repeats of the secret; absent where no API can. */
	echo?: Pick<SecretCover, 'cover' | 'leave' | 'open'>;
	/**
	 * Sends a request once.
	 *
	 * @throws NodeApiError or NodeOperationError when it was not sent, such as to a host that is not
	 *   allowed; neither contains the secret
	 */
	send(options: HttpOptions, read: ReadBody): Promise<SendResult>;
	/** What to do about an answer of 401 or 403; absent where the service has its own advice. */
	advice: { readonly 401?: string; readonly 403?: string };
}

/** @throws UserError when the credential is incomplete */
export type ReadSignIn = (item: ItemParameters<ReadContext>) => Promise<SignIn>;

/** Where the dataset comes from: entered by the user, or to be found by reading the URL. */
export type Source =
	| ({
			kind: 'dataset';
			/** Whether a request may be sent that only confirms the end; a dataset states its requests. */
			verifiesEnd: boolean;
			/** Whether next URLs may be completed; a dataset has them used as they are. */
			completesUrls: boolean;
	  } & CheckedDataset)
	| { kind: 'automatic'; url: string };

/** The parameters of one input item. */
export interface ReadInput {
	/** Of the input item, counted from 0. */
	itemIndex: number;
	source: Source;
	/** How requests are signed in. */
	signIn: SignIn;
	/** For texts that the API has sent. */
	clean: Clean;
	/** For texts of the engine, see `wordsFor`. */
	words: Say;
	/** Address before relative URLs; `''` when there is none. */
	baseUrl: string;
	/** Timeout and maximum wait of each request. */
	requestLimits: RequestLimits;
	/** Largest response after unpacking, in MB of 1,048,576 bytes. */
	maxMegabytes: number;
	/** Whether numbers that JavaScript cannot store are read as text. */
	keepsLargeNumbers: boolean;
	/** How far and how fast to read. */
	limits: Limits;
	/** Headers of every request, by the names that the user entered. */
	headers: Record<string, string>;
	/** Those of them that are expressions: each of their values may lead to another list. */
	itemHeaders: Record<string, string>;
	/** Whether a run that may be incomplete returns an error in place of its records. */
	failsIfIncomplete: boolean;
	/** Whether Max Pages is one, too, although the other reasons are none. */
	failsAtMaxPages: boolean;
	/** Whether the summary lists the requests. */
	traces: boolean;
	/** Whether the pages before a failure are returned. */
	keepsPages: boolean;
	/** From an earlier summary; `undefined` starts from the beginning. */
	resume: unknown;
	/** Whether it continues what the node itself has left. */
	resumesLastStop: boolean;
	/** What the user has chosen for New and Changed; absent when all records are read. */
	changes?: ChangeSettings;
}

/** What the user has chosen for New and Changed. */
export type ChangeSettings = (ByContent | (ByChangedAt & ChangedAtFilter)) & {
	/** When records are marked as processed: when they are returned, confirmed, or the run has succeeded. */
	marks: 'atOnce' | 'whenConfirmed' | 'atEnd';
	/** With `atEnd`, whether records count as processed that went to a connected output for errors. */
	countsHandled: boolean;
	/** Whether a run that knows nothing of the list returns nothing, and remembers it. */
	remembersFirst: boolean;
	/** The most new and changed records that a run returns; absent for all. */
	maxReturned?: number | undefined;
	/** What was entered to make the node forget what it has read; '' for nothing. */
	startOver: string;
};

/** A summary as the node returns it. */
export interface RunSummary extends Omit<Summary, 'resume' | 'error'> {
	/** Where the next run continues: a resume point, or what this run has continued itself. */
	resume: unknown;
	/** Batches that were handed on, with Output: Batches to a Workflow. */
	batches?: number;
	/** The run that this one has continued, of those that were stopped or that failed. */
	resumed?: ResumedRun;
	/** What Paging Setup: Automatic has found, to keep as a dataset. */
	dataset?: object;
	/** Why it is this dataset. */
	evidence?: string[];
	/** With New and Changed, the number of records by their change. */
	changes?: ChangeCounts;
	/** The requests, if the user wants them listed. */
	trace?: TraceRow[];
	/** What has ended the run when `stopReason` is `error`. */
	error?: NodeApiError | NodeOperationError;
	/** What may be returned in spite of the error, if not the pages before: nothing, or what is done for good. */
	leftAfterError?: 'nothing' | 'done';
	/** Whether the error says that no run can continue there. */
	refusesResume?: boolean;
}

/** A run that was stopped, or that failed, as the summary of the next one has it. */
export interface ResumedRun {
	execution: string;
	/** Date and time in ISO 8601. */
	stoppedAt: string;
	/** How far it came. */
	pages: number;
	items: number;
	batches?: number;
	/** Whether its records are returned with those of this run. */
	recordsReturned: boolean;
}

/** One request of a run, as the summary lists it. */
export interface TraceRow {
	/** Without secrets. */
	url: string;
	/** HTTP status; null while there is no response. */
	status: number | null;
	/** From sending the request to its response, with all waits and attempts. */
	milliseconds: number;
	/** Records that were returned. */
	records: number;
	/** Times the request was sent. */
	attempts: number;
	/** Sum of the waits between attempts. */
	waitSeconds: number;
	/** Why reading continued or stopped, or what went wrong. */
	result: string;
}

/** What is known of a request that was sent. */
export interface SentRequest {
	request: PageRequest;
	result: RetryResult;
	signIn: SignIn;
	/** What the engine found wrong with the response; absent when there was none. */
	error?: ErrorTexts;
	/** What the response refuses, where it names it. */
	subject?: PagingError['subject'];
}
