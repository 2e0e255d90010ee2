import { CARD_FIELDS, type CardFieldRule } from '../../../nodes/shared';
import type { Kind } from './meanings';
import { nameOf, type Place } from './places';

/** What kind of parameter a place is, as far as its description tells. */

interface Rule {
	readonly kind: Kind;
	readonly fits: (place: Place) => boolean;
}

const isType =
	(...types: string[]) =>
	({ field }: Place) =>
		types.includes(field.type);

const isAskedFor = ({ field }: Place) => field.routing?.send?.type === 'query';
const isSentInBody = ({ field, path }: Place) => field.routing?.send?.type === 'body' || path.at(-2) === 'sharingPermissions';
const isOwn = (place: Place) => !isAskedFor(place) && !isSentInBody(place);
const isFilter = ({ path }: Place) => path[0] === 'filters';
const isLoaded = ({ field }: Place) => field.typeOptions?.loadOptionsMethod !== undefined;
const isTop = ({ path }: Place) => path.length === 1;
const isFileName = (place: Place) => place.field.type === 'string' && nameOf(place).endsWith('inaryPropertyName');
const gives = ({ operation }: Place) => !/\.(?:uploadImage|create|check)$/.test(operation);

function all(...conditions: Array<(place: Place) => boolean>): (place: Place) => boolean {
	return (place) => conditions.every((condition) => condition(place));
}

const RULES_OF_CARDS: ReadonlyMap<string, CardFieldRule> = new Map(Object.entries(CARD_FIELDS));

/** A text of a card with certain characters; without any for those that may be anything. */
function isCardText(...characters: Array<string | undefined>): (place: Place) => boolean {
	return (place) => {
		const rule = RULES_OF_CARDS.get(nameOf(place));
		return place.field.type === 'string' && rule?.kind === 'text' && characters.includes(rule.characters);
	};
}

const isCountry = (place: Place) => RULES_OF_CARDS.get(nameOf(place))?.kind === 'country';

/** The places at which a list of texts and one text cannot be told apart by the description. */
const isListOfTexts = (place: Place) => nameOf(place) === 'category';

const RULES: readonly Rule[] = [
	{ kind: 'collection', fits: isType('collection') },
	{ kind: 'mapping', fits: isType('resourceMapper') },
	{ kind: 'switch that is asked for', fits: all(isType('boolean'), isAskedFor) },
	{ kind: 'switch of a card', fits: all(isType('boolean'), isSentInBody) },
	{ kind: 'switch that decides how much', fits: all(isType('boolean'), isOwn, isTop) },
	{ kind: 'switch of our own', fits: all(isType('boolean'), isOwn) },
	{ kind: 'number that decides how much', fits: all(isType('number'), isTop) },
	{ kind: 'number of seconds', fits: isType('number') },
	{ kind: 'moment', fits: all(isType('dateTime'), isAskedFor) },
	{ kind: 'day of a card', fits: all(isType('dateTime'), isSentInBody) },
	{ kind: 'tag of a card', fits: all(isType('resourceLocator'), isSentInBody) },
	{ kind: 'filter of ids', fits: all(isType('multiOptions'), isLoaded, isFilter) },
	{ kind: 'choice that is asked for', fits: all(isType('options'), isAskedFor) },
	{ kind: 'choices that are asked for', fits: all(isType('multiOptions'), isAskedFor) },
	{ kind: 'choices of a card', fits: all(isType('multiOptions'), isSentInBody) },
	{ kind: 'choices of our own', fits: all(isType('multiOptions'), isOwn) },
	{ kind: 'choice of our own', fits: all(isType('options'), isOwn, isTop) },
	{ kind: 'choice of our own, if any', fits: all(isType('options'), isOwn) },
	{ kind: 'id', fits: all(isType('string', 'resourceLocator'), isOwn, isTop, (place) => /^[a-z]\w*Id$/.test(nameOf(place))) },
	{ kind: 'filter', fits: all(isType('string'), isAskedFor, isFilter) },
	{ kind: 'list that is asked for', fits: all(isType('string'), isAskedFor, isListOfTexts) },
	{ kind: 'country of a card', fits: all(isType('string'), isSentInBody, isCountry) },
	{ kind: 'address of a card', fits: all(isSentInBody, isCardText('asciiWithoutSpace')) },
	{ kind: 'phone number of a card', fits: all(isSentInBody, isCardText('phone')) },
	{ kind: 'postal code of a card', fits: all(isSentInBody, isCardText('postalCode')) },
	{ kind: 'text of a card', fits: all(isSentInBody, isCardText(undefined, 'reading')) },
	{ kind: 'name of a file to write', fits: all(isFileName, isTop, gives) },
	{ kind: 'name of a file to read', fits: all(isFileName, isTop, (place) => place.field.required === true) },
	{ kind: 'name of a file to read, if any', fits: isFileName },
	{ kind: 'column order', fits: all(isType('string'), isOwn, (place) => /(?:^c|C)olumnOrder$/.test(nameOf(place))) },
	{ kind: 'text of our own', fits: all(isType('string'), isOwn, (place) => nameOf(place) === 'pathSeparator') },
	{ kind: 'list of users', fits: all(isType('string'), isOwn, (place) => nameOf(place) === 'protectedUserIds') },
];

/**
 * The kind of a parameter.
 *
 * @throws Error for one that no rule knows: say what wrong values mean for it, here and in `meanings.ts`
 */
export function kindOf(place: Place): Kind {
	const rule = RULES.find(({ fits }) => fits(place));
	if (rule) return rule.kind;
	throw new Error(`Nothing says what a wrong value means for ${place.operation}: ${place.path.join('.')} (${place.field.type})`);
}
