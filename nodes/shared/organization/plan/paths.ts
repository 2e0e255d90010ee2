import { Keys, lookOf, sameForm } from '../identity';
import type { Found } from '../identity';
import type { Subject } from './subject';
import type { Path } from './types';

/**
 * Departments by their wanted paths. Paths are texts and not lists of names, so that a department whose name holds the
 * separator is found under the path that a person writes for it.
 */
export class DepartmentPaths {
	private readonly keys = new Keys<Subject, Path>({
		form: ({ text }) => text,
		look: ({ look }) => look,
		shown: ({ text }) => text,
	});

	/** The looks of names, which most paths share. */
	private readonly looks = new Map<string, string>();

	private readonly lookOfSeparator: string;

	constructor(private readonly separator: string) {
		this.lookOfSeparator = lookOf(separator);
	}

	/** The names in a path, from the top down, each in its one form. */
	namesIn(path: string): string[] {
		return path.split(this.separator).map(sameForm);
	}

	/** A path, or a name, with each of its names in the one form. */
	normalised(path: string): string {
		return this.namesIn(path).join(this.separator);
	}

	/**
	 * Every path on the way down to a department. Each is made of the one above it, so that a long way costs little.
	 * @param names from the top down, in their one form
	 * @param above the path below which the way begins; undefined at the top
	 */
	downTo(names: readonly string[], above?: Path): Path[] {
		let last = above;
		return names.map((name) => {
			const look = this.lookOfName(name);
			last = last
				? { text: last.text + this.separator + name, look: last.look + this.lookOfSeparator + look }
				: { text: name, look };
			return last;
		});
	}

	/** The path of a department below another one, or at the top. A name may hold the separator. */
	below(above: Path | undefined, name: string): Path {
		return this.downTo(this.namesIn(name), above).at(-1) ?? { text: '', look: '' };
	}

	/** Notes the wanted path of a department; only that of a present one can be taken for another. */
	add(path: Path, department: Subject): void {
		department.path = path.text;
		department.look = path.look;
		this.keys.add(path, department, department.row !== undefined);
	}

	/** The departments of a path in its one form. */
	at(text: string): readonly Subject[] {
		return this.keys.all({ text, look: '' });
	}

	find(path: Path): Found<Subject> {
		return this.keys.find(path);
	}

	private lookOfName(name: string): string {
		const known = this.looks.get(name);
		if (known !== undefined) return known;
		const look = lookOf(name);
		this.looks.set(name, look);
		return look;
	}
}
