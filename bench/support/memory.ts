import { readFileSync, writeFileSync } from 'node:fs';

/** Lets Linux forget the most memory that a process had (clear_refs, proc(5)). */
export function resetPeak(pid: number): void {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** @returns the memory of a process, and the most since {@link resetPeak}: resident, in MiB */
export function memoryOf(pid: number): { now: number; peak: number } {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	const mib = (name: string) => {
		const [, kib] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status) ?? [];
		return Number(kib) / 1024;
	};
	return { now: mib('VmRSS'), peak: mib('VmHWM') };
}
