import type { INodeExecutionData } from 'n8n-workflow';
import { isEndpointName } from '../../../nodes/shared';
import type { CallRecord } from '../../emulator';
import type { Meaning } from './meanings';
import { nameOf, type Place } from './places';
import { apartFrom, arriving, plainRequest, UUID } from './request';

/** What came of one run, whoever started it. */
export interface Outcome {
	readonly calls: readonly CallRecord[];
	readonly items: ReadonlyArray<Pick<INodeExecutionData, 'json' | 'binary'>>;
	/** What a person or a model reads. */
	readonly error: { readonly message: string; readonly description?: string | null } | undefined;
}

/** No message repeats a value of any length. */
const MAX_MESSAGE = 600;

function text(value: unknown): string {
	return (JSON.stringify(value) ?? String(value)).slice(0, 160);
}

function differences(what: string, got: unknown, wanted: unknown): string[] {
	return JSON.stringify(got) === JSON.stringify(wanted) ? [] : [`${what}: ${text(got)} instead of ${text(wanted)}`];
}

function refusalProblems(place: Place, { calls, error, items }: Outcome): string[] {
	if (calls.length > 0 || items.length > 0) return [`something was sent: ${text(calls.map(plainRequest))}`];
	if (!error) return ['it was neither refused nor sent'];
	// n8n itself refuses a workflow whose resource or operation it does not know.
	if (error.message.startsWith('The workflow has issues')) return [];
	const said = `${error.message}\n${error.description ?? ''}`;
	const problems = said.includes(place.field.displayName) ? [] : [`the error does not name it: ${text(said)}`];
	if (!said.includes('Nothing was sent')) problems.push(`the error does not say that nothing was sent: ${text(said)}`);
	if (error.message.length > MAX_MESSAGE) problems.push(`the message has ${error.message.length} characters`);
	return problems;
}

/** What arrives under the name: in the request, or as the field of the item in which a file lands. */
function arrivedAt(place: Place, { calls, items }: Outcome): string[] {
	const [item] = items;
	if (nameOf(place) === 'binaryPropertyName' && item?.binary) return Object.keys(item.binary);
	const [call] = calls;
	return call ? arriving(place, call) : [];
}

function arrivalProblems(place: Place, outcome: Outcome, usual: Outcome, texts: readonly string[]): string[] {
	const [call, second] = outcome.calls;
	if (!call || second) return [`${outcome.calls.length} calls were made: ${outcome.error?.message ?? ''}`];
	const [usualCall] = usual.calls;
	return [
		...differences('what arrives', arrivedAt(place, outcome), texts),
		...differences('the rest of the request', apartFrom(place, call), usualCall && apartFrom(place, usualCall)),
	];
}

function sameness(outcome: Outcome, other: Outcome): string[] {
	const plain = ({ items }: Outcome) => items.map(({ json }) => Object.keys(json).sort());
	// A model is told the description, too.
	const words = ({ error }: Outcome) => error?.message.replace(UUID, '<uuid>').replace(/\n\nDetails: [^]*$/, '');
	return [
		...differences('the error', words(outcome), words(other)),
		...differences('the requests', outcome.calls.map(plainRequest), other.calls.map(plainRequest)),
		...differences('the items', plain(outcome), plain(other)),
	];
}

/** The runs that a judgement compares with. */
export interface References {
	/** With the usual parameters. */
	usual(): Promise<Outcome>;
	/** With this value at the place, as a person would choose it in the panel; without any when there is none. */
	chosen(value: unknown): Promise<Outcome>;
}

/** What is wrong with an outcome; nothing when it is what the value means. */
export async function problemsOf(place: Place, meaning: Meaning, outcome: Outcome, references: References): Promise<string[]> {
	switch (meaning.kind) {
		case 'refused':
			return refusalProblems(place, outcome);
		case 'like':
			return sameness(outcome, await references.chosen(meaning.value));
		case 'left out':
			if (place.field.type === 'collection' || !isEndpointName(place.operation)) return sameness(outcome, await references.chosen(undefined));
			return arrivalProblems(place, outcome, await references.usual(), []);
		case 'arrives':
			return arrivalProblems(place, outcome, await references.usual(), meaning.texts);
	}
}
