/** The `delimiter` parameter's values and the characters they stand for. */
export const DELIMITER_CHARACTERS = { comma: ',', semicolon: ';', tab: '\t', space: ' ' } as const;

/** A value of the `delimiter` parameter. */
export type Delimiter = keyof typeof DELIMITER_CHARACTERS;
