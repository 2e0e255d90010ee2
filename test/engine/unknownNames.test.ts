import type { INodeParameters } from 'n8n-workflow';
import { CARD, CARDS, CREATE, REPORTS, SEARCH, UPLOAD, worldPerTest } from '../support/engine/world';
import { jpeg } from '../support/jpeg';
import { syncing } from './sync/support';
import { failure } from './trigger/support';
import { inMemory, importing, itemsOf, linesOf, mappedRows } from './writes/support';

/** A name that a collection does not have is refused where the collection is one expression, and the right one is named. */

const world = worldPerTest();

const ITEM = { json: { memos: true }, binary: { data: inMemory(jpeg()) } };

/** The parameters, the collection, and the name that the message has to give, or several. */
const REFUSED: ReadonlyArray<readonly [INodeParameters, string, RegExp]> = [
	[{ ...SEARCH, filters: '={{ ({ mail: "a@example.com" }) }}' }, 'filters', /Filters has "mail".*use "email"$/],
	[{ ...SEARCH, filters: '={{ ({ phone: "03", name: "A" }) }}' }, 'filters', /"phone".*use "tel"$/],
	[{ ...SEARCH, filters: '={{ ({ company: undefined }) }}' }, 'filters', /"company".*use "companyName"$/],
	[{ ...SEARCH, filters: '={{ ({ range: "all" }) }}' }, 'filters', /"range", which belongs in the field "Range"$/],
	[{ ...SEARCH, filters: '={{ ({ x: 1 }) }}' }, 'filters', /use one of "companyName", "email", .*"tagId"/],
	[{ ...CARDS, options: '={{ ({ "Include Tags": true }) }}' }, 'options', /"Include Tags".*use "includeTags"$/],
	[{ ...CARDS, sort: '={{ ({ direction: "desc" }) }}' }, 'sort', /Sort has "direction".*use "orderDirection"$/],
	[{ ...CARD, options: '={{ ({ includetag: true }) }}' }, 'options', /use "includeTags"$/],
	[{ ...REPORTS, options: '={{ ({ categories: "Sales" }) }}' }, 'options', /use "category"$/],
	[{ ...CREATE, additionalFields: '={{ ({ phone: "03" }) }}' }, 'additionalFields', /Fields has "phone".*use "tel"$/],
	[{ ...CREATE, additionalFields: '={{ ({ firstName: "A" }) }}' }, 'additionalFields', /in the field "First Name"$/],
	[
		{ ...CREATE, additionalFields: '={{ ({ sharingPermissions: { memos: null } }) }}' },
		'sharingPermissions.memos',
		/Sharing Permissions has "memos".*use "memo"$/,
	],
	[{ ...CREATE, additionalFields: { sharingPermissions: '={{ $json }}' } }, 'sharingPermissions.memos', /use "memo"$/],
	[
		{ ...CREATE, ...mappedRows({ lastName: 'A', sharingPermissions: { memos: true } }) },
		'sharingPermissions.memos',
		/use "memo"$/,
	],
	[{ ...UPLOAD, additionalFields: '={{ ({ languages: ["Thai"] }) }}' }, 'additionalFields', /use "language"$/],
	[importing('create', { options: '={{ ({ waitforcompletion: true }) }}' }), 'options', /use "waitForCompletion"$/],
	[syncing('apply', { options: '={{ ({ protectedUserId: "hanako" }) }}' }), 'options', /use "protectedUserIds"$/],
	[syncing('apply', { options: '={{ ({ maxDeletion: 0 }) }}' }), 'options', /use "maxDeletions"$/],
	[syncing('apply', { options: '={{ ({ missingUsers: "keep" }) }}' }), 'options', /in the field "Missing Users"$/],
	[
		syncing('apply', { options: '={{ ({ protectedUserId: "hanako", maxDeletion: 0 }) }}' }),
		'options',
		/^Options has 2 names.*protectedUserIds"\n.*"maxDeletions"$/s,
	],
];

test.each(REFUSED)('%j is refused by %s before any call, and says what is meant', async (parameters, name, said) => {
	const error = await world.refusal(parameters, { items: [ITEM] });
	expect(linesOf(error).join('\n')).toMatch(said);
	expect(error.context?.parameter).toBe(name);
});

test.each<[INodeParameters, RegExp]>([
	[{ filters: '={{ ({ company: "Asahi" }) }}' }, /^Filters has "company".*use "companyName"$/],
	[{ filters: '={{ ({ tags: ["t1"], tagId: "t1" }) }}' }, /^Filters has/],
	[{ options: '={{ ({ maxRecord: 5 }) }}' }, /^Options has "maxRecord".*use "maxRecords"$/],
	[{ event: 'reportCreated', options: '={{ ({ startfrom: "2026-01-01" }) }}' }, /use "startFrom"$/],
])('the trigger refuses %j before any call', async (parameters, said) => {
	const error = await failure(world.trigger(parameters));
	expect([error.message, world.emulator.calls]).toEqual([expect.stringMatching(said), []]);
});

test('names that a version or an event does not show are no unknown names', async () => {
	const options = '={{ ({ includeTags: true }) }}';
	const { error } = await world.run({ ...CARDS, options, apiVersion: '2.0' }, { items: itemsOf({}) });
	expect(error).toBeUndefined();
	expect(await world.trigger({ options: '={{ ({ category: "Sales" }) }}' }).poll()).toEqual([]);
});
