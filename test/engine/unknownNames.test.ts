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
	[{ ...SEARCH, filters: '={{ ({ mail: "a@example.com" }) }}' }, 'filters', /Filters has "mail".*write "email"$/],
	[{ ...SEARCH, filters: '={{ ({ phone: "03", name: "A" }) }}' }, 'filters', /"phone".*write "tel"$/],
	[{ ...SEARCH, filters: '={{ ({ company: undefined }) }}' }, 'filters', /"company".*write "companyName"$/],
	[{ ...SEARCH, filters: '={{ ({ range: "all" }) }}' }, 'filters', /"range", which belongs into the field "Range"$/],
	[{ ...SEARCH, filters: '={{ ({ x: 1 }) }}' }, 'filters', /write any of "companyName", "email", .*"tagId"/],
	[{ ...CARDS, options: '={{ ({ "Include Tags": true }) }}' }, 'options', /"Include Tags".*write "includeTags"$/],
	[{ ...CARDS, sort: '={{ ({ direction: "desc" }) }}' }, 'sort', /Sort has "direction".*write "orderDirection"$/],
	[{ ...CARD, options: '={{ ({ includetag: true }) }}' }, 'options', /write "includeTags"$/],
	[{ ...REPORTS, options: '={{ ({ categories: "Sales" }) }}' }, 'options', /write "category"$/],
	[{ ...CREATE, additionalFields: '={{ ({ phone: "03" }) }}' }, 'additionalFields', /Fields has "phone".*write "tel"$/],
	[{ ...CREATE, additionalFields: '={{ ({ firstName: "A" }) }}' }, 'additionalFields', /into the field "First Name"$/],
	[
		{ ...CREATE, additionalFields: '={{ ({ sharingPermissions: { memos: null } }) }}' },
		'sharingPermissions.memos',
		/Sharing Permissions has "memos".*write "memo"$/,
	],
	[{ ...CREATE, additionalFields: { sharingPermissions: '={{ $json }}' } }, 'sharingPermissions.memos', /write "memo"$/],
	[
		{ ...CREATE, ...mappedRows({ lastName: 'A', sharingPermissions: { memos: true } }) },
		'sharingPermissions.memos',
		/write "memo"$/,
	],
	[{ ...UPLOAD, additionalFields: '={{ ({ languages: ["Thai"] }) }}' }, 'additionalFields', /write "language"$/],
	[importing('create', { options: '={{ ({ waitforcompletion: true }) }}' }), 'options', /write "waitForCompletion"$/],
	[syncing('apply', { options: '={{ ({ protectedUserId: "hanako" }) }}' }), 'options', /write "protectedUserIds"$/],
	[syncing('apply', { options: '={{ ({ maxDeletion: 0 }) }}' }), 'options', /write "maxDeletions"$/],
	[syncing('apply', { options: '={{ ({ missingUsers: "keep" }) }}' }), 'options', /into the field "Missing Users"$/],
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
	[{ filters: '={{ ({ company: "Asahi" }) }}' }, /^Filters has "company".*write "companyName"$/],
	[{ filters: '={{ ({ tags: ["t1"], tagId: "t1" }) }}' }, /^Filters has/],
	[{ options: '={{ ({ maxRecord: 5 }) }}' }, /^Options has "maxRecord".*write "maxRecords"$/],
	[{ event: 'reportCreated', options: '={{ ({ startfrom: "2026-01-01" }) }}' }, /write "startFrom"$/],
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
