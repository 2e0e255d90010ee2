/** A deliberate bug: what is written instead of a text that stands once in the file. */
export interface Mutant {
	/** What it amounts to. */
	readonly name: string;
	/** In nodes/. */
	readonly file: string;
	readonly search: string;
	readonly replace: string;
}
