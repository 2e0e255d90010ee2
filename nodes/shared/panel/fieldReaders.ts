import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { ALL_VERSIONS, versionsInWords } from '../api/versions';
import type { ApiVersion } from '../api/versions';
import { parameterError } from '../base/errors';
import { isBlank } from '../base/json';
import { readMoment } from '../values/dateTime';
import { readIds, readList, readSwitch, readText, readWholeNumber } from '../values/readers';
import { shownValue } from '../values/show';
import { binaryFieldName } from './binaryFieldName';

/* Readers of values by the types of their fields. */

/** The circumstances in which a value is read. */
export interface ReadingContext {
	readonly version: ApiVersion;
	/** The IANA name of the workflow's time zone. */
	readonly getTimezone: () => string;
}

/**
 * Reads the value of a field.
 *
 * @returns the value; `undefined` for a blank one that may be left out
 * @throws ParameterError for a value that cannot be what the type of its field says
 */
type FieldReader = (field: INodeProperties, value: unknown, context: ReadingContext) => unknown;

/** The choices of *API Version* under which a field or a choice shows; `undefined` for all. */
function versionsOf(field: Pick<INodeProperties, 'displayOptions'>) {
	return field.displayOptions?.show?.['/apiVersion'];
}

/** Whether a version has a field or a choice. */
export function isInVersion(field: Pick<INodeProperties, 'displayOptions'>, version: ApiVersion): boolean {
	const versions = versionsOf(field);
	return versions === undefined || versions.includes(version);
}

/** The place in the request where n8n's routing puts the value of a field; without a property, our code reads the value. */
export function placeInRequest(field: INodeProperties) {
	const { property, type = 'query' } = field.routing?.send ?? {};
	return { property, part: type };
}

/** Reads one of the choices that the version has. */
const readChoice: FieldReader = (field, value, context) => {
	const { name, type, options } = field;
	const { version } = context;
	const choices = (options ?? []) as INodePropertyOptions[];
	const ofVersion = choices.filter((choice) => isInVersion(choice, version));
	const chosen = choices.find((choice) => choice.value === value);
	if (chosen && ofVersion.includes(chosen)) return value;

	const values = ofVersion.map((choice) => choice.value).join(', ');
	const quantity = type === 'multiOptions' ? 'any of' : 'one of';
	const rule = `it must be ${quantity} ${values}`;
	const message = `${name} is ${shownValue(value)}, which is not one of the choices`;
	if (!chosen) throw parameterError(name, message, `${rule}.`);

	const others = ALL_VERSIONS.filter((other) => isInVersion(chosen, other));
	const verb = others.length === 1 ? 'has' : 'have';
	const advice = `${versionsInWords(others)} ${verb} it`;
	throw parameterError(name, `${message} in API version ${version}`, `${rule}; ${advice}.`);
};

/** Reads several choices, each once; where the service has the choices, their IDs. */
const readChoices: FieldReader = (field, value, context) => {
	const { name, typeOptions } = field;
	if (typeOptions?.loadOptionsMethod !== undefined) return readIds(name, value);

	const entries = new Set(readList(name, value));
	return [...entries].map((entry) => readChoice(field, entry, context));
};

/** Makes the reader of a value that goes into the query. The fields of a card have rules of their own, as have IDs. */
function ofQuery(read: FieldReader): FieldReader {
	return (field, value, context) => {
		const { property, part } = placeInRequest(field);
		const isOfQuery = property !== undefined && part !== 'body';
		if (!isOfQuery) return value;
		if (!isBlank(value)) return read(field, value, context);

		const { name, required } = field;
		if (!required) return undefined;
		throw parameterError(name, `${name} is empty`, 'fill it in, or check its expression.');
	};
}

const readQueryText = ofQuery((field, value) => {
	// A key with brackets takes a list (spec: Common parameter rules).
	const { name } = field;
	const { property = '' } = placeInRequest(field);
	const takesList = property.endsWith('[]');

	return takesList ? readList(name, value) : readText(name, value);
});

const readQueryMoment = ofQuery((field, value, context) => {
	const { name } = field;
	const timezone = context.getTimezone();
	const bound = name === 'updatedTo' ? 'end' : 'beginning';
	const moment = readMoment(name, value, timezone, bound);
	return moment.text;
});

const keepQueryValue = ofQuery((_, value) => value);

/** Reads a text, or the name of a binary field. */
const readString: FieldReader = (field, value, context) => {
	const { name, typeOptions, required } = field;
	if (!typeOptions?.binaryDataProperty) return readQueryText(field, value, context);

	const isLeftOut = !required && isBlank(value);
	if (isLeftOut) return undefined;
	return binaryFieldName(name, value);
};

const readOnOff: FieldReader = (field, value) => {
	return readSwitch(field.name, value);
};

const readNumber: FieldReader = (field, value) => {
	const { name, typeOptions } = field;
	return readWholeNumber(name, value, typeOptions);
};

/** The reader of each type. Values of other types are kept as they are. */
const READERS: Readonly<Partial<Record<INodeProperties['type'], FieldReader>>> = {
	boolean: readOnOff,
	dateTime: readQueryMoment,
	multiOptions: readChoices,
	number: readNumber,
	options: readChoice,
	string: readString,
};

/** Reads a value by the type of its field. */
export const readValue: FieldReader = (field, value, context) => {
	const read = READERS[field.type] ?? keepQueryValue;
	return read(field, value, context);
};
