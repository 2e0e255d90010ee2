import { Keys, sameForm, similarForm } from '../identity';
import type { Found } from '../identity';
import type { PlanRecord } from './record';
import type { Path } from './types';

/** The path of nothing. */
export const NO_PATH: Path = { text: '', look: '' };

/**
 * Departments by their wanted paths. Paths are texts and not lists of names, so that a department whose name holds the
 * separator is found under the path that a person writes for it.
 */
export class DepartmentPaths {
	private readonly keys = new Keys<PlanRecord, Path>({
		form: (path) => path.text,
		look: (path) => path.look,
		shown: (path) => path.text,
	});

	/** The looks of names, which most paths share. */
	private readonly looks = new Map<string, string>();

	private readonly lookOfSeparator: string;

	constructor(private readonly separator: string) {
		this.lookOfSeparator = similarForm(separator);
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
	 * Makes every path on the way down to a department, each of the one above it, so that a long way costs little.
	 *
	 * @param names from the top down, in their one form
	 * @param above the path below which the way begins; `undefined` at the top
	 */
	downTo(names: readonly string[], above?: Path): Path[] {
		let last = above;

		return names.map((name) => {
			const look = this.lookOfName(name);
			const own = { text: name, look };
			last = last ? this.joined(last, own) : own;
			return last;
		});
	}

	/** Makes the path of a department below another one, or at the top. A name may hold the separator. */
	below(above: Path | undefined, name: string): Path {
		const paths = this.downTo(this.namesIn(name), above);
		return paths.at(-1) ?? NO_PATH;
	}

	/** Notes the wanted path of a department; only that of a present one can be taken for another. */
	add(path: Path, department: PlanRecord): void {
		department.path = path.text;
		department.look = path.look;

		if (department.row) this.keys.addPresent(path, department);
		else this.keys.addNew(path, department);
	}

	/** Finds the departments of a path in its one form. */
	at(text: string): readonly PlanRecord[] {
		return this.keys.all({ text, look: '' });
	}

	find(path: Path): Found<PlanRecord> {
		return this.keys.find(path);
	}

	private joined(above: Path, name: Path): Path {
		return {
			text: above.text + this.separator + name.text,
			look: above.look + this.lookOfSeparator + name.look,
		};
	}

	private lookOfName(name: string): string {
		const known = this.looks.get(name);
		if (known !== undefined) return known;

		const look = similarForm(name);
		this.looks.set(name, look);
		return look;
	}
}
