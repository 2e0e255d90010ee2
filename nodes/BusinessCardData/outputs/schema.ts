/** The part of JSON Schema that n8n's editor reads: it shows the first type, and follows properties and items. */
export interface ValueSchema {
	readonly type: SchemaType | readonly SchemaType[];
}

type SchemaType = 'string' | 'integer' | 'boolean' | 'null';

/** An object with named fields; one that the service leaves out or adds breaks nothing. */
export interface ObjectSchema<Name extends string = string> {
	readonly type: 'object';
	readonly properties: Readonly<Record<Name, OutputSchema>>;
}

/** A list of values of one kind. */
export interface ListSchema {
	readonly type: 'array';
	readonly items: OutputSchema;
}

/** What is known beforehand of a value that the node gives. */
export type OutputSchema = ValueSchema | ObjectSchema | ListSchema;

export const TEXT: ValueSchema = { type: 'string' };
export const INTEGER: ValueSchema = { type: 'integer' };
export const FLAG: ValueSchema = { type: 'boolean' };
export const TEXT_OR_NULL: ValueSchema = { type: ['string', 'null'] };

/** Named fields in the order in which the editor shows them. */
export function fields<Name extends string>(properties: Readonly<Record<Name, OutputSchema>>): ObjectSchema<Name> {
	return { type: 'object', properties };
}

/** Any number of the same. */
export function listOf(items: OutputSchema): ListSchema {
	return { type: 'array', items };
}

/** Text fields by name. */
export function texts<Name extends string>(...names: readonly Name[]): Readonly<Record<Name, ValueSchema>> {
	return Object.fromEntries(names.map((name) => [name, TEXT])) as Record<Name, ValueSchema>;
}
