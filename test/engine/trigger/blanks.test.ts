import type { INodeParameters } from 'n8n-workflow';
import { failure, ids, MINUTE, timedWorld } from './support';

/** A setting of the trigger whose expression gives nothing is refused: for one poll another setting would count. */

const { clock, world, activated } = timedWorld();

const NOTHING = ['undefined', 'null', '""', '" \\u3000"', '"\\u200b"', '[]'].map((value) => `={{ ${value} }}`);

/** The parameters with this in place of a setting, and how the message begins. */
const SETTINGS: ReadonlyArray<readonly [(nothing: string) => INodeParameters, RegExp]> = [
	[(event) => ({ event }), /^The trigger has no event/],
	[(range) => ({ range }), /^Range is blank/],
	[(apiVersion) => ({ apiVersion }), /^API Version is/],
	[(entryStatus) => ({ options: { entryStatus } }), /^Entry Status is blank/],
	[(fields) => ({ options: { fields } }), /^Fields to Include is blank/],
	[(includeTags) => ({ options: { includeTags } }), /^Include Tags is blank/],
	[(overlap) => ({ options: { overlap } }), /^Overlap \(Seconds\) is blank/],
	[(maxRecords) => ({ options: { maxRecords } }), /^Max Records per Poll is blank/],
	[(startFrom) => ({ options: { startFrom } }), /^Start From is blank/],
	[(type) => ({ event: 'reportUpdated', options: { type } }), /^Type is blank/],
	[(category) => ({ event: 'reportCreated', options: { category } }), /^Category is blank/],
	[(tagIds) => ({ filters: { tagIds } }), /^Tag Names or IDs is blank/],
	[(hasEmail) => ({ filters: { hasEmail } }), /^Has Email is blank/],
	[(companyName) => ({ filters: { companyName } }), /^Company Name is blank/],
	[(tagIds) => ({ event: 'businessCardTagged', tagIds }), /^Tag Names or IDs is empty/],
];

const EACH = SETTINGS.flatMap(([asked, said]) => NOTHING.map((nothing) => [asked(nothing), said] as const));

test.each(EACH)('%j is refused before any call', async (parameters, said) => {
	const error = await failure(world.trigger(parameters));
	expect(error).toMatchObject({ message: expect.stringMatching(said), failure: { cause: 'configuration-invalid' } });
	expect(world.emulator.calls).toEqual([]);
});

const BLANK_CHOICES = ['event', 'range', 'apiVersion'].flatMap((name) =>
	['', ' \u3000', '\u200b', null, []].map((value) => ({ [name]: value }) as INodeParameters),
);

test.each(BLANK_CHOICES)(
	'a choice that is stored blank, without an expression, is refused before any call: %j',
	async (parameters) => {
		const error = await failure(world.trigger({ ...parameters }));
		expect(error).toMatchObject({ failure: { cause: 'configuration-invalid' } });
		expect(world.emulator.calls).toEqual([]);
	},
);

test.each<[string, INodeParameters]>([
	['inside a whole collection', { options: '={{ ({ entryStatus: [], overlap: 60 }) }}' }],
	['in a list of choices', { options: { entryStatus: ['={{ "" }}'] } }],
])('a setting that is blank %s is refused as well', async (_, parameters) => {
	const error = await failure(world.trigger(parameters));
	expect([error.message, world.emulator.calls]).toEqual([expect.stringMatching(/^Entry Status is blank/), []]);
});

test.each(['range', 'apiVersion'])(
	'where %s is blank for one poll, what came meanwhile comes with the next',
	async (name) => {
		const trigger = await activated({ range: 'all', apiVersion: '3.2' });
		trigger.edit({ range: 'all', apiVersion: '3.2', [name]: '={{ undefined }}' });
		world.emulator.addCard({ id: 'a' });
		await failure(trigger);
		clock.advance(MINUTE);
		trigger.edit({ range: 'all', apiVersion: '3.2' });
		expect(ids(await trigger.poll())).toEqual(['a']);
	},
);

test.each<INodeParameters>([
	{ filters: { companyName: '', tagIds: [] }, options: { fields: [], entryStatus: [], startFrom: '' } },
	{ filters: '={{ undefined }}', options: '={{ null }}' },
	{ event: 'reportUpdated', options: { type: [], category: '' } },
])('what is left empty by hand, and nothing in place of a collection, count as not added: %j', async (parameters) => {
	const trigger = await activated(parameters);
	world.emulator.addCard({ id: 'a' });
	world.emulator.addReport({ id: 'a' });
	expect(ids(await trigger.poll())).toEqual(['a']);
});
