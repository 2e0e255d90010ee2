import type { INodeParameters } from 'n8n-workflow';
import { worldPerTest } from '../../support/engine/world';
import { jsonOf, onlyCall, outputOf } from './support';

/** Cards whose fields are given one by one. test/description/requests has the whole body, createRules what is refused. */

const world = worldPerTest();

function creating(fields: INodeParameters, more: INodeParameters = {}) {
	return { resource: 'businessCard', operation: 'create', ...fields, ...more };
}

it.each(['companyName', 'lastName', 'firstName'])('is content with a %s', async (name) => {
	const { emulator, run } = world;
	const [card] = outputOf(await run(creating({ [name]: 'A' })));
	expect(card?.[name]).toBe('A');
	expect(jsonOf(onlyCall(emulator))).toEqual({ [name]: 'A' });
});

it('sends numbers that an expression gave as text', async () => {
	const { emulator, run } = world;
	const additionalFields = { tel: '={{ 312345678 }}', postalCode: '={{ 1000001 }}' };
	await run(creating({ companyName: '={{ 7 }}' }, { additionalFields }));
	expect(jsonOf(onlyCall(emulator))).toEqual({ companyName: '7', tel: '312345678', postalCode: '1000001' });
});

it.each([
	[{ memo: false }],
	[{ others: true }],
	[{ companyInformation: true, name: false, exchangeDate: true, contact: false, mobile: true, email: false, memo: true, others: false }],
])('sends only the sharing permissions that were added: %j', async (sharingPermissions) => {
	const { emulator, run } = world;
	await run(creating({ companyName: 'A' }, { additionalFields: { sharingPermissions } }));
	expect(jsonOf(onlyCall(emulator))).toEqual({ companyName: 'A', sharingPermissions });
});

it('gives the card that reading it gives', async () => {
	const { emulator, run } = world;
	const { id: tagId } = emulator.addTag({ name: '展示会', type: 'private' });
	const [card] = outputOf(await run(creating({ companyName: '北斗商事株式会社' }, { additionalFields: { tagId } })));
	expect(card).toMatchObject({ companyName: '北斗商事株式会社', isUserCreated: true, tags: [{ id: tagId, name: '展示会' }] });
	const read = { resource: 'businessCard', operation: 'get', businessCardId: String(card?.id), options: { includeTags: true } };
	expect(outputOf(await run(read))).toEqual([card]);
});

it('says that it registered a card which the user of the key may not see', async () => {
	const { emulator, run } = world;
	const apiKey = world.freshKey().replace('Another', 'Blinded');
	emulator.addUser({ apiKey, seesCreated: false });
	const created = await run(creating({ companyName: 'A' }), { credential: world.credential({ apiKey }) });
	expect(outputOf(created)).toEqual([{ success: true, viewable: false }]);
	expect(emulator.company.cards.size).toBe(1);
});
