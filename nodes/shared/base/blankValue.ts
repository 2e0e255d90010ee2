function isBlankText(value: unknown): boolean {
	return typeof value === 'string' && value.trim() === '';
}

/**
 * Whether a value says nothing: `undefined`, `null`, a text of white space alone, or a list that is empty or has such
 * texts alone. A list of `undefined` is not blank: somebody meant an entry that is missing.
 */
export function isBlank(value: unknown): boolean {
	if (value === undefined || value === null || isBlankText(value)) return true;
	return Array.isArray(value) && value.every(isBlankText);
}

/** Whether nothing was entered: white space is something. */
export function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}
