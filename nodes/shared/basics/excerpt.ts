import { describeKind } from './describeKind';

/** @returns the beginning of a value as JSON, short enough for a message */
export function excerpt(value: unknown): string {
	try {
		// NaN would read as null in JSON.
		const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'undefined');
		return text.length > 80 ? `${text.slice(0, 80)}…` : text;
	} catch {
		// Nested too deep for JSON, or no JSON.
		return describeKind(value);
	}
}
