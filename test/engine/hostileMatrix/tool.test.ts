import type { IDataObject } from 'n8n-workflow';
import { inFull } from '../../inFull';
import { leapOverPauses } from '../../../tools/engine/leapClock';
import { withTool, type ToolAnswer } from '../../../tools/engine/agentTool';
import { problemsOf, type Outcome } from './judge';
import { kindOf } from './kinds';
import { meaningOf } from './meanings';
import { placesFor, usualParameters, withValue, type Place } from './places';
import { Stage } from './stage';
import { HOSTILE_VALUES, VALUE_NAMES, ZONE, type ValueName } from './values';

/**
 * The same as for the node, with an agent's model that gives the wrong value: what it leaves out, a null, a blank, a text
 * where a number belongs. Its arguments are JSON.
 */

leapOverPauses();

const stage = new Stage();

beforeAll(async () => await stage.open());
afterAll(async () => await stage.close());

/** A tool gets what the model says, and that is no picture. */
const NO_TOOL: ReadonlySet<string> = new Set(['businessCard.uploadImage']);

/** What the panel lets a person leave to the model. */
const PLACES = placesFor(['auto']).filter(
	({ field, operation }) => field.noDataExpression !== true && field.type !== 'collection' && !NO_TOOL.has(operation),
);

const LEFT_TO_MODEL = "={{ $fromAI('Value', ``, 'string') }}";

function argumentsFor(name: ValueName): IDataObject {
	return name === 'undefined' ? {} : { Value: HOSTILE_VALUES[name].value as IDataObject };
}

/** A model is given no files: n8n leaves them out, or says in a sentence that it cannot give them. */
function outcomeOf({ text, error }: ToolAnswer): Pick<Outcome, 'items' | 'error'> {
	const answer: unknown = text === undefined ? [] : JSON.parse(text);
	return { items: Array.isArray(answer) ? answer.map((json: IDataObject) => ({ json })) : [], error };
}

/** Whether the effect of a value is out of sight: the name of a file that is not given. */
function isUnseen(place: Place, name: ValueName): boolean {
	const kind = kindOf(place);
	return kind === 'name of a file to write' && meaningOf(kind, name).kind === 'arrives';
}

/** In `npm test` each parameter gets one of sixteen values. */
const SHARE = inFull(1, 16);

function valuesFor(place: Place): ValueName[] {
	const possible = VALUE_NAMES.filter((name) => HOSTILE_VALUES[name].inJson || name === 'undefined');
	const turn = PLACES.indexOf(place);
	return possible.filter((name, each) => each % SHARE === turn % SHARE && !isUnseen(place, name));
}

test.each(PLACES.map((place) => [place.operation, place.path.join('.'), place] as const))('%s: %s', async (_operation, _path, place) => {
	const parameters = withValue(usualParameters(place), place.path, LEFT_TO_MODEL);
	const options = { credential: stage.world.credential(), parameters, timezone: ZONE, items: stage.itemsFor(place.operation) };
	const problems: string[] = [];
	await withTool(options, async (call) => {
		for (const name of valuesFor(place)) {
			const outcome = await stage.see(async () => outcomeOf(await call(argumentsFor(name))));
			const found = await problemsOf(place, meaningOf(kindOf(place), name), outcome, stage.referencesFor(place));
			problems.push(...found.map((problem) => `${name}: ${problem}`));
		}
	});
	expect(problems).toEqual([]);
	expect(stage.violations()).toEqual([]);
});
