import { lookOf, sameForm } from '../identity';

/**
 * Paths of departments as texts: names from the top down, joined by a separator. Texts and not lists of names, so that a
 * department whose name holds the separator is found under the path that a person writes for it.
 */
export class DepartmentPaths {
	/** @param separator at least one character */
	constructor(private readonly separator: string) {}

	/** The path in the one form of its names. */
	normalise(path: string): string {
		return this.names(path).join(this.separator);
	}

	/** The path of a department below another one; of one at the top, without a parent's path. */
	join(parent: string | undefined, name: string): string {
		const own = this.normalise(name);
		return parent === undefined ? own : `${parent}${this.separator}${own}`;
	}

	/** Parent's path, undefined at the top, and name, taking the path apart at its last separator. */
	split(path: string): readonly [parent: string | undefined, name: string] {
		const at = path.lastIndexOf(this.separator);
		return at < 0 ? [undefined, path] : [path.slice(0, at), path.slice(at + this.separator.length)];
	}

	/** Parent's path of a department that has this name, which may hold the separator; null when the path does not end in the name. */
	parentOf(path: string, name: string): string | undefined | null {
		const own = this.normalise(name);
		if (path === own) return undefined;
		const end = `${this.separator}${own}`;
		return path.endsWith(end) ? path.slice(0, -end.length) : null;
	}

	/** Whether a name of the path is blank, as in `Sales//Asia`. */
	hasBlankName(path: string): boolean {
		return this.names(path).includes('');
	}

	/** What a path has in common with those that look like it. */
	look(path: string): string {
		const separator = lookOf(this.separator);
		return this.names(path).map(lookOf).join(separator === '' ? this.separator : separator);
	}

	private names(path: string): string[] {
		return path.split(this.separator).map(sameForm);
	}
}
