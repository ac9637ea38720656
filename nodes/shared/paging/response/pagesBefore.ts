import type { PageResponse } from '../types';
import { type AnswerMember, isCut, membersIn } from './answerMembers';
import {
	type EndSign,
	namedSigns,
	newSigns,
	saysSomething,
	saysSuccess,
	toEndSign,
} from './answerSigns';
import { partialSign } from './partialPage';

/** How many members are remembered of all pages, and values of each. */
const MOST_KNOWN = 1_000;

const MOST_VALUES = 3;

/** How many of their paths a resume point has at most: it has to stay small. */
const MOST_STORED = 50;

/** Longest value that is compared, in characters. */
const MOST_OF_VALUE = 100;

/** Statuses that say nothing but success. */
const PLAIN_SUCCESS = [200, 204];

/**
 * What the pages of a run had besides their records. An answer without records is told from a last page by
 * it: what stands there that no page before had is no end, but something else in the place of a page.
 */
export class PagesBefore {
	/** Values by the path of their member. */
	private readonly known = new Map<string, Set<string>>();
	/** Values on the last page. */
	private last = new Map<string, AnswerMember['value']>();
	private readonly statuses = new Set<number>();
	private isFull = false;

	/**
	 * @param property path of the records
	 * @param earlier paths of the members that the pages of earlier runs had; without it, there is none
	 */
	constructor(
		private readonly property: string,
		private readonly earlier?: readonly string[],
	) {}

	/** @returns the paths of the members that pages had, for a later run; `undefined` where there are too many */
	get paths(): string[] | undefined {
		const paths = [...new Set([...(this.earlier ?? []), ...this.known.keys()])];
		const isSmall = !this.isFull && paths.length <= MOST_STORED;
		const hasPages = this.statuses.size > 0 || this.earlier !== undefined;
		return isSmall && hasPages ? paths : undefined;
	}

	/** Notes what a page with records has besides them. */
	add({ status, body }: PageResponse): void {
		this.statuses.add(status);
		const members = membersIn(body, this.property);
		this.isFull ||= isCut(members);
		this.last = new Map(members.map(({ path, value }) => [path, value]));
		for (const { path, value } of members) {
			const values = this.known.get(path) ?? new Set();
			this.isFull ||= this.known.size >= MOST_KNOWN;
			if (this.isFull) return;
			if (values.size < MOST_VALUES) values.add(asKnown(value));
			this.known.set(path, values);
		}
	}

	/**
	 * @param response without records
	 * @returns what it has in the place of a page; `end` where it says that there are no more pages;
	 *   `undefined` where nothing speaks against a page without records
	 */
	unlike({ status, body, headers }: PageResponse): EndSign | 'end' | undefined {
		const members = membersIn(body, this.property);
		const isProblem = Object.entries(headers).some(
			([name, value]) => /^content-type$/i.test(name) && /\bproblem\+json\b/i.test(String(value)),
		);
		// A run that continues another one knows the members of the pages before, but not their values.
		const named = this.statuses.size === 0 ? namedSigns(members) : [];
		const others = this.isFirst ? [] : this.newIn(members);
		const signs = [
			...named,
			...others.filter((one) => !named.some(({ path }) => path === one.path)),
		];
		const found = toEndSign(body, signs.length === 0 && isProblem ? members : signs);
		if (found !== undefined || this.statuses.size === 0) return found;
		const isOther = !this.statuses.has(status) && !PLAIN_SUCCESS.includes(status);
		return isOther ? { isNamed: false, words: `status ${status}`, status: undefined } : undefined;
	}

	/** @returns whether an answer without records has what no page before had, and what is not about paging */
	hasOther({ body }: PageResponse): boolean {
		if (this.isFirst || this.isFull) return false;
		return membersIn(body, this.property).some(
			(member) => !this.hasHad(member) && saysSomething(member),
		);
	}

	private get isFirst(): boolean {
		return this.statuses.size === 0 && this.earlier === undefined;
	}

	private hasHad({ path }: AnswerMember): boolean {
		return this.known.has(path) || this.earlier?.includes(path) === true;
	}

	/** @returns the path of what says that a page is incomplete; `undefined` when nothing does */
	partial({ body }: PageResponse): string | undefined {
		const isFirst = this.statuses.size === 0;
		return partialSign(membersIn(body, this.property), isFirst ? undefined : this.last);
	}

	private newIn(members: readonly AnswerMember[]): AnswerMember[] {
		const isKnown = ({ path, value }: AnswerMember) => {
			const values = this.known.get(path);
			return values ? values.has(asKnown(value)) : this.earlier?.includes(path) === true;
		};
		const others = members.flatMap((member) => {
			const { path } = member;
			const values = this.known.get(path);
			const wasSteady = values?.size === 1 && this.last.has(path);
			return isKnown(member) ? [] : [{ ...member, isNew: values === undefined, wasSteady }];
		});
		const vouched = members.some((member) => isKnown(member) && saysSuccess(member));
		// What was not remembered may have been on each page.
		return newSigns(this.isFull ? others.filter(({ isNew }) => !isNew) : others, vouched);
	}
}

const asKnown = (value: AnswerMember['value']) =>
	`${typeof value} ${value}`.slice(0, MOST_OF_VALUE);
