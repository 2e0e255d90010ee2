/** A company of which both the service and the directory know: departments in a tree, five below each, and users. */

const TOPS = 10;
const CHILDREN = 5;

/** The number of a department's parent; none at the top. */
export function parentOf(number: number): number | undefined {
	return number < TOPS ? undefined : Math.floor((number - TOPS) / CHILDREN);
}

/** The path of a department. */
export function pathTo(number: number): string {
	const parent = parentOf(number);
	const own = `第${number}部`;
	return parent === undefined ? own : `${pathTo(parent)}/${own}`;
}
