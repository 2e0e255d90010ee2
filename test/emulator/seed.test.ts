import { ManualClock, seedCompany, startEmulator, type Emulator } from './index';
import { isDate } from './dateTime';
import { ALWAYS, TestClient } from './testClient';

const clock = new ManualClock();
const emulators: Emulator[] = [];

async function seeded(options: Parameters<typeof seedCompany>[1]): Promise<Emulator> {
	const emulator = await startEmulator({ clock, rateLimit: false });
	emulators.push(emulator);
	seedCompany(emulator, options);
	return emulator;
}

afterEach(async () => {
	await Promise.all(emulators.splice(0).map(async (emulator) => emulator.close()));
});

function snapshot({ company, organizationRecords }: Emulator): string {
	const { cards, tags, reports, people } = company;
	return JSON.stringify([
		...[cards, tags, reports].map((table) => [...table.values()]),
		[...people.values()],
		[...organizationRecords('user').values()],
		[...organizationRecords('department').values()],
	]);
}

it('gives equal data for equal options and other data for another seed', async () => {
	const first = snapshot(await seeded({ cards: 50, seed: 7 }));
	expect(snapshot(await seeded({ cards: 50, seed: 7 }))).toBe(first);
	expect(snapshot(await seeded({ cards: 50, seed: 8 }))).not.toBe(first);
});

it('makes believable data that obeys the service’s own rules', async () => {
	const emulator = await seeded({ cards: 800, reports: 200, users: 30, departments: 20, tags: 30 });
	const { company } = emulator;
	expect([company.cards.size, company.reports.size, company.tags.size]).toEqual([800, 200, 30]);
	expect([
		emulator.organizationRecords('user').size,
		emulator.organizationRecords('department').size,
	]).toEqual([31, 20]);
	for (const card of company.cards.values()) {
		expect(card.email).toMatch(/^[\x21-\x7e]+@[a-z0-9-]+\.example\.(jp|com)$/);
		expect(card.url).toMatch(/^https:\/\/[a-z0-9.-]+\.example\.(jp|com)\/$/);
		for (const phone of [card.tel, card.mobile, card.fax, card.secondTel])
			expect(phone).toMatch(/^[0-9+-]{0,30}$/);
		if (card.countryCode === 'JP') {
			expect(card.tel.replace(/-/g, '')).toHaveLength(10);
			expect(card.postalCode).toMatch(/^\d{3}-\d{4}$/);
			expect(card.lastNameReading).toMatch(/^[ァ-ヶー]+$/);
		}
		expect(isDate(card.exchangeDate)).toBe(true);
		expect(card.updatedTime).toBeGreaterThanOrEqual(card.registeredTime);
		expect(card.updatedTime).toBeLessThanOrEqual(clock.now());
		for (const tagId of card.tagIds) expect(company.tags.get(tagId)).toBeDefined();
		expect(company.people.has(card.ownerId)).toBe(true);
	}
	const statuses = new Set([...company.cards.values()].map(({ entryStatus }) => entryStatus));
	expect(statuses).toEqual(new Set(['completed', 'processing', 'unreadable']));
	const past = [...company.cards.values()].filter((card) => company.current(card) !== card);
	expect(past.length).toBeGreaterThan(0);
	const types = new Set([...company.reports.values()].map(({ type }) => type));
	expect(types).toEqual(new Set(['Meeting', 'OnlineMeeting', 'Call', 'Email', 'BizCardExchange']));
	const client = new TestClient(emulator);
	const ids = await client.ids('/v3.2/bizCards', {
		...ALWAYS,
		range: 'all',
		includePastBizCards: 'true',
		limit: '300',
		entryStatus: [...statuses],
	});
	expect(new Set(ids).size).toBe(800);
});

it('can be seeded again without clashes', async () => {
	const emulator = await seeded({ cards: 5 });
	seedCompany(emulator, { cards: 5 });
	const users = [...emulator.organizationRecords('user').values()];
	expect(new Set(users.map(({ UserId }) => UserId)).size).toBe(users.length);
});
