import { type FieldText, inDatasetWords, type Say } from '../fieldText';

/** Texts of a run for its user, in their order; the same text is only kept once. */
export class RunNotes {
	private readonly texts = new Map<string, FieldText>();

	get size(): number {
		return this.texts.size;
	}

	add(text: FieldText): void {
		const key = inDatasetWords(text);
		if (!this.texts.has(key)) this.texts.set(key, text);
	}

	/** @returns the texts in words */
	inWords(say: Say): string[] {
		return Array.from(this.texts.values(), (text) => say(text));
	}
}
