import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Where `npm run bench` writes; a try can be looked at from elsewhere. */
const FOLDER = process.env['BENCH_RESULTS'] ?? 'bench/results';

export const NO_FIGURES = 'No figures yet: they need a machine that does nothing else.';

/** What the figures were measured on. */
export interface Machine {
	cores: number;
	cpu?: string;
	memoryGib?: number;
	load: number;
}

/** A median, and what half of the values are between. */
export interface Spread {
	median: number;
	low: number;
	high: number;
}

/** What a part of the benchmark wrote. */
export interface Results<Figures> {
	machine: Machine;
	figures: Figures & { n8n: string; rounds: number };
}

export interface Paging {
	times: Array<{
		pages: number;
		latencyMs: number;
		way: string;
		ms: Spread;
		ofHttpRequest: number;
	}>;
	crowded: Array<{ way: string; ms: Spread; rejected: Spread }>;
	memory: Array<{ way: string; records: number; idleMib: number; grownMib: number }>;
}

export interface Items {
	latencyMs: number;
	times: Array<{
		items: number;
		pages: number;
		way: string;
		ms: Spread;
		open: number;
		requests: number;
	}>;
	crowded: Array<{ way: string; ms: Spread; records: number; rejected: number }>;
}

export interface ItemsMemory {
	large: { items: number; pages: number };
	memory: Array<{ output: string; idleMib: number; grownMib: number }>;
}

export interface Writes {
	latencyMs: number;
	rows: Array<{
		what: string;
		way: string;
		ms: Spread;
		requests: number;
		ownMicros: Spread;
		timesFaster: number;
	}>;
}

export interface Growth {
	rows: Array<{
		output: string;
		records: number;
		figures?: { ms: Spread; grownMib: Spread; idleMib: number };
		error?: string;
	}>;
}

export interface Triggers {
	rows: Array<{ engine: string; target: string; kind: string; perSecond: number }>;
}

/** @returns what a part of the benchmark wrote, if it was run */
export function resultsOf<Figures>(part: string): Results<Figures> | undefined {
	const file = path.join(FOLDER, `${part}.json`);
	if (!existsSync(file)) return undefined;
	return JSON.parse(readFileSync(file, 'utf8')) as Results<Figures>;
}

/** @returns a time as people read it */
export function duration(ms: number): string {
	if (ms < 1_000) return `${Math.round(ms)} ms`;
	return `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}

/** @returns a whole number with separators */
export function count(value: number): string {
	return Math.round(value).toLocaleString('en-US');
}
