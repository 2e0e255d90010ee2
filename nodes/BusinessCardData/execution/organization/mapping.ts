import type { IDataObject } from 'n8n-workflow';
import { ParameterError, isBlank, isObject } from '../../../shared';
import { readMapping } from '../mapping';
import type { Mapping } from '../mapping';
import { parameter } from '../run';
import type { Run } from '../run';

/** The columns of a record that an input item stands for. */
export type ColumnsOf = (json: IDataObject, index: number) => IDataObject;

/**
 * What n8n's editor writes when a column of the input is dragged onto one of ours. It is read without n8n's expressions,
 * which take a quarter of a millisecond for each cell: half a minute for a company of 10,000.
 */
const DRAGGED = /^=\{\{ *\$json(?:\.([\p{L}_][\p{L}\p{N}_]*)|\[(["'])([^"'\\]+)\2\]) *\}\}$/u;

/** A value of the mapping for one item. */
function valueFor({ functions }: Pick<Run, 'functions'>, stored: string, json: IDataObject, index: number): unknown {
	if (!stored.startsWith('=')) return stored;
	const [, property, , key = property] = DRAGGED.exec(stored) ?? [];
	if (key === undefined) return functions.evaluateExpression(stored.slice(1), index);
	return Object.hasOwn(json, key) ? json[key] : undefined;
}

/** What a stored parameter says for one item. n8n itself evaluates parameters for the first item alone, which makes the job. */
function evaluated(run: Pick<Run, 'functions'>, stored: unknown, json: IDataObject, index: number): unknown {
	if (typeof stored === 'string') return valueFor(run, stored, json, index);
	if (!isObject(stored)) return stored;
	return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, evaluated(run, value, json, index)]));
}

/** What is empty in a mapping says nothing of the record: an empty cell of a sheet must not empty what the service has. */
function filled(columns: object): IDataObject {
	return Object.fromEntries(Object.entries(columns).filter(([, value]) => !isBlank(value))) as IDataObject;
}

function refuseNothing(mapping: Mapping): void {
	if (mapping === 'automatically' || Object.keys(mapping).length > 0) return;
	throw new ParameterError({
		parameter: 'columns',
		message: 'columns maps no column',
		rule: 'map at least the column that names the record, or choose Map Automatically.',
	});
}

/**
 * How rows of an import or a sync come out of input items: the items as they are, or mapped from their columns
 * (contract: Additions of 0.2).
 *
 * @throws ParameterError for a mapping that is none, or maps nothing
 */
export function columnsOfItems(run: Pick<Run, 'functions' | 'given'>): ColumnsOf {
	if (parameter(run, 'dataMode') !== 'mapColumns') return (json) => json;
	const mapping = readMapping(parameter(run, 'columns'));
	refuseNothing(mapping);
	if (mapping === 'automatically') return filled;
	const stored = run.functions.getNode().parameters.columns;
	return (json, index) => {
		const own = readMapping(evaluated(run, stored, json, index));
		return filled(own === 'automatically' ? json : own);
	};
}
