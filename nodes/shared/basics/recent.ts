/** A map that forgets what was set longest ago, so that it cannot grow without end. */
export class Recent<T> extends Map<string, T> {
	/** @param most entries that it keeps */
	constructor(private readonly most: number) {
		super();
	}

	override set(key: string, value: T): this {
		// A Map leaves a key that it has in its old place.
		this.delete(key);
		super.set(key, value);
		const [oldest = key] = this.keys();
		if (this.size > this.most) this.delete(oldest);
		return this;
	}
}
