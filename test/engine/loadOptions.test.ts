import { loadOptions } from '../support/engine/n8n';
import { worldPerTest } from '../support/engine/world';

/** The list of tags in the node's panel. */

const world = worldPerTest();

test('gives every tag the user may use by name, with its id as value and its kind beside it', async () => {
	const { emulator } = world;
	emulator.addTag({ id: '3', name: 'Customer', type: 'public' });
	emulator.addTag({ id: '1', name: '見込み客', type: 'shared' });
	emulator.addTag({ id: '2', name: 'Alpha', type: 'private' });
	expect(await loadOptions('getTags', world.credential())).toEqual([
		{ name: 'Alpha', value: '2', description: 'private' },
		{ name: 'Customer', value: '3', description: 'public' },
		{ name: '見込み客', value: '1', description: 'shared' },
	]);
	expect(emulator.calls).toHaveLength(1);
});

test.each([
	['auto', '2.5'],
	['3.2', '2.5'],
	['2.5', '2.5'],
	['2.0', '2.0'],
	['={{ $json.version }}', '2.5'],
])('with the version %s it is read in version %s, which has it', async (apiVersion, version) => {
	world.emulator.addTag({ id: '1', name: 'One' });
	const options = await loadOptions('getTags', world.credential(), { apiVersion });
	expect(options.map(({ value }) => value)).toEqual(['1']);
	expect(world.emulator.calls.map((call) => call.version)).toEqual([version]);
});

test.each(['always id', 'always Id'] as const)('finds the ids however they are spelled (%s)', async (tagIdSpelling) => {
	world.emulator.switches.tagIdSpelling = tagIdSpelling;
	world.emulator.addTag({ id: '1', name: 'One' });
	expect(await loadOptions('getTags', world.credential())).toEqual([{ name: 'One', value: '1', description: 'private' }]);
});

test('gives the tags of all pages', async () => {
	for (let index = 0; index < 650; index += 1) world.emulator.addTag({ type: 'public' });
	const options = await loadOptions('getTags', world.credential());
	expect(new Set(options.map(({ value }) => value)).size).toBe(650);
});

test('a tag without a name shows its id', async () => {
	world.emulator.switches.nullability = 'every';
	world.emulator.addTag({ id: '1' });
	expect(await loadOptions('getTags', world.credential())).toMatchObject([{ name: '1', value: '1' }]);
});

test('is empty where there is no tag', async () => {
	expect(await loadOptions('getTags', world.credential())).toEqual([]);
});

test('a refusal is an error in the words of the service', async () => {
	world.emulator.faults.add({ kind: 'status', status: 403 });
	await expect(loadOptions('getTags', world.credential())).rejects.toThrow('Scripted answer 403');
});
